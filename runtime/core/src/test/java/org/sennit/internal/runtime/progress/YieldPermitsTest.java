package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldPermitsTest {
    @Test
    void thereAreNoMoreThanWereMade() {
        YieldPermits permits = new YieldPermits(2);
        assertTrue(permits.take());
        assertTrue(permits.take());
        assertFalse(permits.take());
        assertFalse(permits.take());
    }

    @Test
    void aSeatThatWasLeftIsFreeAgain() {
        YieldPermits permits = new YieldPermits(1);
        assertTrue(permits.take());
        assertFalse(permits.take());
        permits.leave();
        assertTrue(permits.take());
    }

    @Test
    void withoutPermitsNoThreadYields() {
        assertFalse(new YieldPermits(0).take());
    }
}
