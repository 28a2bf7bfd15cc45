package org.sennit.internal.endpoints.am.operation;

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

/** For which accesses to a target a flush waits. */
@Core
class OpenOperationsTest {
    private final OpenOperations open = new OpenOperations();

    @Test
    void aFlushWaitsForWhatHasBegunBeforeItAndNotForWhatBeginsLater() {
        long before = open.begin();
        long flush = open.close();
        assertFalse(open.hasEnded(flush));
        long later = open.begin();
        open.end(before, 0);
        assertTrue(open.hasEnded(flush));
        assertEquals(1, open.count());
        open.end(later, 0);
        assertTrue(open.hasEnded(flush));
        assertEquals(0, open.count());
    }

    @Test
    void aFlushWithoutAccessesHasEnded() {
        assertTrue(open.hasEnded(open.close()));
        assertTrue(open.hasEnded(open.close()));
    }

    @Test
    void aFlushDuringAnotherOneWaitsForItsOwnAccessesToo() {
        long first = open.begin();
        long flush = open.close();
        long second = open.begin();
        long otherFlush = open.close();
        assertTrue(open.isToBeClosed()); // when the first has ended
        open.end(first, 0);
        assertFalse(open.isToBeClosed());
        assertTrue(open.hasEnded(flush));
        assertFalse(open.hasEnded(otherFlush));
        long later = open.begin();
        open.end(second, 0);
        assertTrue(open.hasEnded(otherFlush));
        open.end(later, 0);
    }

    @Test
    void aLaterAccessThatEndsFirstEndsNoFlush() {
        long before = open.begin();
        long flush = open.close();
        open.end(open.begin(), 0);
        assertFalse(open.hasEnded(flush));
        open.end(before, 0);
        assertTrue(open.hasEnded(flush));
    }

    @Test
    void aFlushOfTheOriginWaitsForMemoryInUse() {
        long put = open.begin();
        long get = open.begin();
        open.requestBegins();
        long flush = open.close();
        assertFalse(open.hasEndedAtOrigin(flush));
        long later = open.begin();
        open.requestBegins();
        open.end(get, 1);
        assertTrue(open.hasEndedAtOrigin(flush));
        assertFalse(open.hasEnded(flush));
        assertEquals(1, open.requests());
        open.end(put, 0);
        assertTrue(open.hasEnded(flush));
        open.end(later, 1);
        assertEquals(0, open.requests());
    }

    /** An access of the model. */
    private record Begun(long generation, long time, int requests) {}

    /** A flush of the model: when it began, and when those before it had ended; -1: not yet. */
    private static final class Flush {
        private final long generation;
        private final long time;
        private long idle = -1;
        private boolean isOver;

        Flush(long generation, long time) {
            this.generation = generation;
            this.time = time;
        }
    }

    /** At no moment is all over; each flush ends, not before the accesses that it has found. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void flushesEndWhileAccessesGoOn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Begun> begun = new ArrayList<>();
        List<Flush> flushes = new ArrayList<>();
        int over = 0;
        for (long time = 0; time < 20_000; time++) {
            if (begun.size() < 2 || random.nextInt(3) == 0 && begun.size() < 8) {
                int requests = random.nextInt(2);
                begun.add(new Begun(open.begin(), time, requests));
                if (requests > 0) {
                    open.requestBegins();
                }
            } else if (random.nextInt(4) == 0 && flushes.size() < 4) {
                flushes.add(new Flush(open.close(), time));
            } else {
                Begun ended = begun.remove(random.nextInt(begun.size()));
                open.end(ended.generation, ended.requests);
            }
            assertEquals(begun.size(), open.count());
            assertEquals(begun.stream().mapToInt(Begun::requests).sum(), open.requests());
            for (Flush flush : flushes) {
                check(flush, begun, time);
            }
            over += (int) flushes.stream().filter(flush -> flush.isOver).count();
            flushes.removeIf(flush -> flush.isOver);
        }
        assertTrue(over > 100, "over=" + over);
    }

    private void check(Flush flush, List<Begun> begun, long time) {
        boolean isIdle = begun.stream().noneMatch(each -> each.time < flush.time);
        boolean isOver = open.hasEnded(flush.generation);
        assertTrue(isIdle || !isOver, "ended early");
        boolean isInUse = begun.stream().anyMatch(each -> each.time < flush.time && each.requests > 0);
        assertTrue(!isInUse || !open.hasEndedAtOrigin(flush.generation), "ended early at the origin");
        assertTrue(!isOver || open.hasEndedAtOrigin(flush.generation), "ended, but not at the origin");
        if (isIdle && flush.idle < 0) {
            flush.idle = time;
        }
        // At the latest when those have ended, too, that had begun when it was idle: then its generation was closed.
        boolean isLate = flush.idle >= 0 && begun.stream().noneMatch(each -> each.time <= flush.idle);
        assertTrue(isOver || !isLate, "not ended");
        assertFalse(flush.isOver && !isOver, "ended only for a while");
        flush.isOver = isOver;
    }
}
