package org.sennit.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldSeatsTest {
    @Test
    void thereAreNoMoreThanWereMade() {
        YieldSeats seats = new YieldSeats(2);
        assertTrue(seats.take());
        assertTrue(seats.take());
        assertFalse(seats.take());
        assertFalse(seats.take());
    }

    @Test
    void aSeatThatWasLeftIsFreeAgain() {
        YieldSeats seats = new YieldSeats(1);
        assertTrue(seats.take());
        assertFalse(seats.take());
        seats.leave();
        assertTrue(seats.take());
    }

    @Test
    void withoutSeatsNobodyYields() {
        assertFalse(new YieldSeats(0).take());
    }
}
