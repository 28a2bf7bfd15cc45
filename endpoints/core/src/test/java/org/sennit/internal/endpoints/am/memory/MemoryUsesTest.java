package org.sennit.internal.endpoints.am.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.active.ActiveVector;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;
import org.sennit.testkit.ParallelThreads;

/** Which operations are given memory that another one has. */
@Core
@Deadline(seconds = 60)
class MemoryUsesTest {
    private static final int PIECES = 100;
    private static final int MOST_ROUNDS = 50_000;
    private static final long MOST_NS = 3_000_000_000L;

    private final MemoryUses uses = new MemoryUses();
    private final MemorySegment memory = MemorySegment.ofArray(new byte[1 << 20]);

    private MemoryUses.Use use(long offset, long bytes, boolean isWritten) {
        return MemoryUses.of(memory, offset, bytes, isWritten, offset + "+" + bytes);
    }

    /** Returns the operation that has some of the memory of a use, which does not last. */
    private String conflict(MemoryUses.Use use) {
        String other = uses.beginBeside(use);
        uses.end(use);
        return other;
    }

    /** Two threads meet without sleeping, so that what they do next is at the same time. */
    private static void meet(AtomicInteger arrived, int meeting) {
        arrived.incrementAndGet();
        while (arrived.get() < 2 * meeting) {
            Thread.yield();
        }
    }

    /** The uses have many pieces, so that the check takes long. */
    @Test
    void oneOfTwoThatBeginAtOnceIsRefused() throws Exception {
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger bothBegan = new AtomicInteger();
        long since = System.nanoTime();
        ParallelThreads.run(2, thread -> {
            for (int round = 0; ; round++) {
                MemoryUses.Use use = MemoryUses.of(ActiveVector.strided(memory, round % 8, PIECES, 8, 16), "test");
                meet(arrived, 2 * round + 1);
                if (isOver.get()) {
                    return;
                }
                if (uses.begin(use, null) == null) {
                    begun.incrementAndGet();
                }
                meet(arrived, 2 * round + 2);
                if (thread == 0) { // the other one waits at the next meeting
                    bothBegan.addAndGet(begun.getAndSet(0) - 1);
                    isOver.set(round == MOST_ROUNDS || System.nanoTime() - since > MOST_NS);
                }
                uses.end(use);
            }
        });
        assertEquals(0, bothBegan.get(), "rounds in which both have begun");
    }

    @Test
    void bothUsesOfAnOperationBeginOrNone() {
        MemoryUses.Use other = use(0, 8, true);
        assertNull(uses.begin(other, null));
        assertEquals("0+8", uses.begin(use(100, 8, false), use(7, 1, false)));
        assertNull(uses.begin(use(100, 8, true), null), "the first one has not begun");
        uses.end(other);
        assertNull(uses.begin(use(0, 8, true), use(200, 8, true)));
        assertEquals("200+8", conflict(use(207, 2, false)));
    }

    @Test
    void aUseBesideAnotherIsFoundLater() {
        MemoryUses.Use first = use(0, 8, true);
        assertNull(uses.beginBeside(first));
        assertEquals("0+8", uses.beginBeside(use(4, 8, true)));
        uses.end(first);
        uses.end(first);
        assertEquals("4+8", conflict(use(0, 8, false)));
    }

    @Test
    void findsWhatAComparisonWithAllFinds() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<MemoryUses.Use> begun = new ArrayList<>();
        List<long[]> ranges = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (begun.size() > 100 || !begun.isEmpty() && random.nextInt(3) == 0) {
                int ended = random.nextInt(begun.size());
                uses.end(begun.remove(ended));
                ranges.remove(ended);
            }
            long offset = random.nextInt(2000);
            long bytes = random.nextInt(random.nextInt(20) == 0 ? 500 : 10);
            int isWritten = random.nextInt(2);
            boolean isFree = ranges.stream()
                    .noneMatch(r -> (r[2] | isWritten) == 1
                            && r[0] < offset + bytes
                            && offset < r[1]
                            && bytes > 0
                            && r[0] < r[1]);
            MemoryUses.Use use = use(offset, bytes, isWritten == 1);
            assertEquals(isFree, uses.begin(use, null) == null, () -> "seed=" + seed + " use=" + offset + "+" + bytes);
            if (isFree) {
                begun.add(use);
                ranges.add(new long[] {offset, offset + bytes, isWritten});
            }
        }
    }

    @Test
    @NotCore
    void manyOperationsUnderWayDoNotMakeTheNextSlow() {
        List<MemoryUses.Use> begun = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            MemoryUses.Use results = use(8 + 4L * i, 4, true);
            assertNull(uses.begin(use(0, 8, false), results));
            begun.add(results);
        }
        assertNotNull(conflict(use(0, 8, true)));
        assertNotNull(conflict(use(8 + 4L * 100_000, 1, false)));
        begun.forEach(uses::end);
        assertNull(conflict(use(8, 800_000, true)));
    }
}
