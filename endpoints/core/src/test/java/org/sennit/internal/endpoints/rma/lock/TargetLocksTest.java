package org.sennit.internal.endpoints.rma.lock;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TargetLocksTest {
    /** Else a wait would take a message of another kind for the grant of its lock. */
    @Test
    void theTagsOfWaitsAreThoseOfGrantsAfterTheirNumberHasOverflowed() {
        for (int number : new int[] {0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, -(1 << 24) + 1}) {
            for (int kind : new int[] {PartLocks.SHARED, PartLocks.EXCLUSIVE}) {
                assertTrue(TargetLocks.tag(TargetLocks.ticket(number, kind)) >= WindowMessages.GRANTED);
            }
        }
    }
}
