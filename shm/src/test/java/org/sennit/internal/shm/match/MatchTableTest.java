package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.testkit.Core;
import org.sennit.testkit.SeededRandom;

/** The queues by key: many keys, removal from anywhere, the hash, and the memory after a flood. */
@Core
class MatchTableTest {
    @RegisterExtension
    private final SeededRandom random = new SeededRandom();

    private final MatchTable<Posting> table = new MatchTable<>();

    private static Posting receive(int context, int source, int tag) {
        Posting receive = new Posting();
        receive.contextId = context;
        receive.keySource = source;
        receive.keyTag = tag;
        return receive;
    }

    private Posting add(int context, int source, int tag) {
        Posting receive = receive(context, source, tag);
        table.add(receive);
        return receive;
    }

    @Test
    void holdsManyKeysAndGivesEachTheOldest() {
        List<Posting> members = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            members.clear();
            for (int i = 0; i < 10_000; i++) {
                members.add(add(0, i % 100, i / 10));
            }
            assertEquals(10_000, table.size());
            for (int i = 0; i < 10_000; i++) {
                assertSame(members.get(i), table.oldest(0, i % 100, i / 10));
                table.remove(members.get(i));
            }
            assertEquals(0, table.size());
            assertNull(table.oldest(0, 1, 0));
        }
    }

    @Test
    void removesFromTheMiddle() {
        Posting a = add(1, 2, 3);
        Posting b = add(1, 2, 3);
        Posting c = add(1, 2, 3);
        table.remove(b);
        assertSame(a, table.oldest(1, 2, 3));
        table.remove(a);
        assertSame(c, table.oldest(1, 2, 3));
        table.remove(c);
        assertNull(table.oldest(1, 2, 3));
    }

    @Test
    void theNewestCanGoAndAnotherCome() {
        Posting a = add(1, 2, 3);
        Posting b = add(1, 2, 3);
        add(1, 2, 4); // another key is the one used last
        table.remove(b);
        Posting c = add(1, 2, 3);
        table.remove(a);
        assertSame(c, table.oldest(1, 2, 3));
    }

    @Test
    void agreesWithAModelOverRandomSteps() {
        MatchTable<Posting> tested = new MatchTable<>();
        Map<List<Integer>, ArrayDeque<Posting>> model = new HashMap<>();
        List<Posting> present = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            boolean isGrowing = (step / 1000) % 2 == 0;
            if (present.isEmpty() || random.nextInt(100) < (isGrowing ? 70 : 30)) {
                Posting member = receive(random.nextInt(2), random.nextInt(8), random.nextInt(40));
                tested.add(member);
                present.add(member);
                model.computeIfAbsent(key(member), key -> new ArrayDeque<>()).add(member);
            } else {
                Posting member = present.remove(random.nextInt(present.size()));
                tested.remove(member);
                model.get(key(member)).remove(member);
                assertTrue(
                        member.newerOfKey == null
                                && member.olderOfKey == null
                                && member.newestOfKey == null
                                && member.chained == null,
                        "links are left");
            }
            int context = random.nextInt(2);
            int source = random.nextInt(8);
            int tag = random.nextInt(40);
            ArrayDeque<Posting> expected = model.get(List.of(context, source, tag));
            assertSame(expected == null ? null : expected.peek(), tested.oldest(context, source, tag));
            assertEquals(present.size(), tested.size());
        }
    }

    private static List<Integer> key(Posting member) {
        return List.of(member.contextId, member.keySource, member.keyTag);
    }

    @Test
    void keysInStepsAreSpread() {
        for (int shift : new int[] {0, 1, 4, 8, 12, 16, 20}) {
            checkSpread(
                    "tags in steps of 1 << " + shift, 1 << Math.min(14, 31 - shift), i -> receive(2, 1, i << shift));
        }
        for (int shift : new int[] {0, 1, 4, 8, 12}) {
            checkSpread("sources in steps of 1 << " + shift, 1 << 14, i -> receive(2, i << shift, 7));
            checkSpread("contexts in steps of 1 << " + shift, 1 << 14, i -> receive(i << shift, 1, 7));
        }
        checkSpread("a grid of sources and tags", 1 << 14, i -> receive(0, i & 127, i >> 7));
        checkSpread("a grid of contexts and tags", 1 << 14, i -> receive(i & 127, 0, i >> 7));
        checkSpread("equal sources and tags", 1 << 14, i -> receive(0, i, i));
    }

    private static void checkSpread(String what, int keys, java.util.function.IntFunction<Posting> members) {
        MatchTable<Posting> spread = new MatchTable<>();
        for (int i = 0; i < keys; i++) {
            spread.add(members.apply(i));
        }
        int longest = spread.longestChain(); // of a random hash at load 1/2 to 1: 7 or 8
        assertTrue(longest <= 12, () -> what + ": " + longest + " keys in one bucket");
    }

    @Test
    void memoryIsReturnedAfterAFlood() {
        int before = table.bucketCount();
        List<Posting> flood = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            flood.add(add(0, 1, i));
        }
        assertTrue(table.bucketCount() >= 100_000);
        flood.forEach(table::remove);
        for (int i = 0; i < 20; i++) { // ordinary use, which also ends the flood's period
            table.remove(add(0, 1, i));
        }
        assertEquals(before, table.bucketCount());
    }
}
