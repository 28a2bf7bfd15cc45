package org.sennit.internal.endpoints.rma.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.rma.call.LockRequests.Found;

/** Each end of a lock counts once, in whatever order its calls come. */
class LockRequestsTest {
    private final LockRequests requests = new LockRequests();

    @Test
    void aLockIsLeftOnce() {
        assertTrue(requests.comes(0));
        assertTrue(requests.isHeldBy(0));
        assertTrue(requests.leaves(0));
        assertFalse(requests.leaves(0));
        assertTrue(requests.comes(1));
        assertTrue(requests.isHeldBy(1));
        assertFalse(requests.leaves(0), "that of the lock before");
        assertTrue(requests.leaves(1));
    }

    @Test
    void locksMayBeLeftInAnotherOrderThanTheyWereAskedFor() {
        assertTrue(requests.comes(1));
        assertTrue(requests.comes(0));
        assertTrue(requests.isHeldBy(0));
        assertTrue(requests.isHeldBy(1));
        assertTrue(requests.leaves(1));
        assertTrue(requests.leaves(0));
        assertFalse(requests.leaves(1));
    }

    @Test
    void aRequestThatWaitsIsCanceled() {
        assertTrue(requests.comes(0));
        assertEquals(Found.COME, requests.cancel(0));
        assertEquals(Found.CANCELED, requests.cancel(0));
        assertFalse(requests.isHeldBy(0));
    }

    @Test
    void aLockThatHasBeenGrantedIsCanceled() {
        assertTrue(requests.comes(0));
        assertTrue(requests.isHeldBy(0));
        assertEquals(Found.HELD, requests.cancel(0));
        assertEquals(Found.CANCELED, requests.cancel(0));
        assertFalse(requests.leaves(0));
    }

    @Test
    void aRequestThatComesLaterOrNeverIsCanceled() {
        assertEquals(Found.NOT_COME, requests.cancel(1));
        assertTrue(requests.comes(2));
        assertEquals(Found.NOT_COME, requests.cancel(0), "overtaken");
        assertFalse(requests.comes(1));
        assertFalse(requests.comes(0));
        assertTrue(requests.comes(3));
    }
}
