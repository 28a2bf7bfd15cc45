package org.sennit.internal.endpoints.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedCommsTest {
    private final SharedComms comms = new SharedComms();
    private final AtomicInteger made = new AtomicInteger();

    private SharedComm take(int contextId, int endpoint, int takers) {
        return comms.take(contextId, endpoint, takers, () -> {
            made.incrementAndGet();
            return new SharedComm(null, null, null);
        });
    }

    @Test
    void theFirstMakesItAndTheLastTakesItAway() {
        SharedComm first = take(8, 3, 3);
        assertSame(first, take(8, 3, 3));
        assertEquals(1, comms.pending());
        assertSame(first, take(8, 3, 3));
        assertEquals(1, made.get());
        assertEquals(0, comms.pending());
    }

    @Test
    void oneIdServesCommunicatorsWithoutACommonMember() {
        SharedComm one = take(8, 0, 2);
        SharedComm other = take(8, 1, 2);
        assertNotSame(one, other);
        assertSame(other, take(8, 1, 2));
        assertSame(one, take(8, 0, 2));
        assertEquals(2, made.get());
        assertEquals(0, comms.pending());
    }

    @Test
    void oneThatIsForgottenIsMadeAgainForTheOthers() {
        SharedComm first = take(8, 0, 2);
        assertTrue(comms.forget(first));
        assertEquals(0, comms.pending());
        assertNotSame(first, take(8, 0, 2));
        assertFalse(comms.forget(first));
        assertEquals(1, comms.pending());
    }
}
