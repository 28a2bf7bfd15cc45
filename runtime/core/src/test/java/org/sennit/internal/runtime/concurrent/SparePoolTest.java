package org.sennit.internal.runtime.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class SparePoolTest {
    private static final int MOST = 10;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesOutWhatCameLastAndKeepsNoMoreThanItsLimit(boolean isShared) {
        SparePool<Integer> pool = new SparePool<>(MOST, isShared);
        assertNull(pool.take());
        for (int i = 0; i < MOST + 5; i++) {
            pool.give(i);
        }
        for (int i = MOST - 1; i >= 0; i--) {
            assertEquals(i, pool.take());
        }
        assertNull(pool.take());
        Integer one = 1000;
        pool.give(one);
        assertSame(one, pool.take());
    }

    /** What one call uses. */
    private static final class Used {
        private boolean isInUse; // plain: the pool and the queue order the accesses
        private long uses;
    }

    @Test
    void whatOneThreadGivesBackWhileAnotherTakesIsInUseOnce() throws InterruptedException {
        int rounds = 200_000;
        SparePool<Used> pool = new SparePool<>(2 * MOST, true);
        ArrayBlockingQueue<Used> underWay = new ArrayBlockingQueue<>(MOST);
        long[] counted = new long[1];
        Thread giver = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < rounds; i++) {
                try {
                    Used done = underWay.take();
                    done.isInUse = false;
                    counted[0] += done.uses;
                    done.uses = 0;
                    pool.give(done);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        int made = 0;
        for (int i = 0; i < rounds; i++) {
            Used next = pool.take();
            if (next == null) {
                next = new Used();
                made++;
            }
            assertFalse(next.isInUse);
            assertEquals(0, next.uses);
            next.isInUse = true;
            next.uses++;
            underWay.put(next);
        }
        giver.join();
        assertEquals(rounds, counted[0]);
        int objects = made;
        assertTrue(objects <= MOST + 2, () -> objects + " objects for " + rounds + " calls");
    }
}
