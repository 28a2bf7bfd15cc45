package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldPermitsTest {
    @Test
    void thereAreNoMoreThanWereMade() {
        YieldPermits seats = new YieldPermits(2);
        assertTrue(seats.take());
        assertTrue(seats.take());
        assertFalse(seats.take());
        assertFalse(seats.take());
    }

    @Test
    void aSeatThatWasLeftIsFreeAgain() {
        YieldPermits seats = new YieldPermits(1);
        assertTrue(seats.take());
        assertFalse(seats.take());
        seats.leave();
        assertTrue(seats.take());
    }

    @Test
    void withoutPermitsNoThreadYields() {
        assertFalse(new YieldPermits(0).take());
    }
}
