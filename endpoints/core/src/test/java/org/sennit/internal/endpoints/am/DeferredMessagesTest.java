package org.sennit.internal.endpoints.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Core;

/** For which messages within a process a fence waits. */
@Core
class DeferredMessagesTest {
    private final DeferredMessages deferred = new DeferredMessages();

    @Test
    void withoutMessagesAFenceIsOver() {
        assertTrue(deferred.hasEnded(deferred.current()));
        assertTrue(deferred.hasEnded(deferred.current()));
    }

    @Test
    void aFenceWaitsForWhatHasBegunBeforeAndNotForLaterMessages() {
        int before = deferred.begin();
        int fence = deferred.current();
        assertFalse(deferred.hasEnded(fence));
        int later = deferred.begin();
        assertFalse(deferred.hasEnded(fence));
        assertTrue(deferred.end(before));
        assertTrue(deferred.hasEnded(fence));
        deferred.end(later);
        assertEquals(0, deferred.count());
    }

    @Test
    void aLaterMessageThatEndsFirstEndsNoFence() {
        int before = deferred.begin();
        int fence = deferred.current();
        assertFalse(deferred.hasEnded(fence));
        assertFalse(deferred.end(deferred.begin())); // and wakes none
        assertFalse(deferred.hasEnded(fence));
        assertTrue(deferred.end(before));
        assertTrue(deferred.hasEnded(fence));
    }

    @Test
    void aFenceDuringAnotherOneWaitsForItsOwnMessagesToo() {
        int first = deferred.begin();
        int fence = deferred.current();
        assertFalse(deferred.hasEnded(fence));
        int second = deferred.begin();
        int other = deferred.current();
        assertFalse(deferred.hasEnded(other));
        assertTrue(deferred.end(first));
        assertTrue(deferred.hasEnded(fence));
        assertFalse(deferred.hasEnded(other)); // which closes its generation
        int later = deferred.begin();
        assertTrue(deferred.end(second));
        assertTrue(deferred.hasEnded(other));
        deferred.end(later);
    }

    /** After this number of fences the generations have the same numbers again. */
    @Test
    void manyFencesEndOneAfterTheOther() {
        int last = deferred.begin();
        for (int i = 0; i < 1000; i++) {
            int fence = deferred.current();
            assertFalse(deferred.hasEnded(fence));
            int next = deferred.begin();
            deferred.end(last);
            assertTrue(deferred.hasEnded(fence));
            last = next;
        }
        assertEquals(1, deferred.count());
    }

    private record Begun(int generation, long time) {}

    private static final class Fence {
        private final int generation;
        private final long time;
        private long idle = -1; // when those before it had ended

        private Fence(int generation, long time) {
            this.generation = generation;
            this.time = time;
        }
    }

    /** At no moment is no message under way; each fence ends, not before the messages that it has found. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void fencesEndWhileMessagesGoOn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Begun> begun = new ArrayList<>();
        List<Fence> fences = new ArrayList<>();
        int[] over = {0};
        for (long now = 0; now < 20_000; now++) {
            if (begun.size() < 2 || random.nextInt(3) == 0 && begun.size() < 8) {
                begun.add(new Begun(deferred.begin(), now));
            } else if (random.nextInt(4) == 0 && fences.size() < 4) {
                fences.add(new Fence(deferred.current(), now));
            } else {
                deferred.end(begun.remove(random.nextInt(begun.size())).generation);
            }
            assertEquals(begun.size(), deferred.count());
            long time = now;
            fences.removeIf(fence -> {
                boolean isIdle = begun.stream().noneMatch(each -> each.time < fence.time);
                boolean isOver = deferred.hasEnded(fence.generation);
                assertTrue(isIdle || !isOver, "ended early");
                if (isIdle && fence.idle < 0) {
                    fence.idle = time;
                }
                // At the latest when those have ended that had begun when it was idle: then its generation was closed.
                boolean isLate = fence.idle >= 0 && begun.stream().noneMatch(each -> each.time <= fence.idle);
                assertTrue(isOver || !isLate, "not ended");
                over[0] += isOver ? 1 : 0;
                return isOver;
            });
        }
        assertTrue(over[0] > 100, "over=" + over[0]);
    }
}
