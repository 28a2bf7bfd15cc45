package org.sennit.internal.endpoints.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.device.flow.CreditWindow;
import org.sennit.internal.endpoints.device.flow.KeptCredit;
import org.sennit.testkit.Core;

/** Room that an endpoint takes for many messages at once. */
@Core
class KeptCreditTest {
    private static final long CHARGE = CreditWindow.chargeOf(8);

    private final KeptCredit kept = new KeptCredit();

    /** Takes what is left, and gives all of it back. */
    private static long free(CreditWindow window) {
        long taken = 0;
        while (window.take(8)) {
            taken++;
        }
        if (taken > 0) {
            window.give(taken * CHARGE);
        }
        return taken;
    }

    @Test
    void aWindowHoldsAsManyMessagesAsWithoutIt() {
        CreditWindow window = new CreditWindow(1000 * CHARGE);
        for (int i = 0; i < 1000; i++) {
            assertTrue(kept.take(window, 8), "message=" + i);
        }
        assertFalse(kept.take(window, 8));
        window.give(CHARGE);
        assertTrue(kept.take(window, 8));
        assertFalse(kept.take(window, 8));
    }

    @Test
    void roomIsKeptWhereTwoMessagesGoInTurnAndComesBackAtTheEnd() {
        CreditWindow window = new CreditWindow(1000 * CHARGE);
        assertTrue(kept.take(window, 8));
        assertEquals(999, free(window));
        assertTrue(kept.take(window, 8));
        assertTrue(free(window) < 998);
        kept.giveBack();
        assertEquals(998, free(window));
        kept.giveBack();
        assertEquals(998, free(window));
    }

    @Test
    void messagesToTwoWindowsInTurnKeepTheFirstOnesRoomAndTakeTheirsFromTheOther() {
        CreditWindow first = new CreditWindow(1000 * CHARGE);
        CreditWindow second = new CreditWindow(1000 * CHARGE);
        assertTrue(kept.take(first, 8));
        assertTrue(kept.take(first, 8));
        long left = free(first);
        assertTrue(kept.take(second, 8));
        assertTrue(kept.take(first, 8));
        assertEquals(left, free(first));
        assertEquals(999, free(second));
    }

    @Test
    void nothingIsKeptWhereMuchIsOnItsWay() {
        CreditWindow window = new CreditWindow(1000 * CHARGE);
        for (int i = 0; i < 300; i++) {
            assertTrue(window.take(8));
        }
        assertTrue(kept.take(window, 8));
        assertTrue(kept.take(window, 8));
        assertEquals(698, free(window));
    }
}
