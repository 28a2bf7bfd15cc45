package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How many spare objects are let go, and when. */
class SpareCountTest {
    private static final int FLOOD = 5000;

    private final SpareCount count = new SpareCount();

    private int use(int n, int spareAfterwards) {
        for (int i = 0; i < n; i++) {
            count.taken();
        }
        int surplus = 0;
        for (int i = 0; i < n; i++) {
            surplus += count.givenBack(spareAfterwards);
        }
        return surplus;
    }

    @Test
    void asManyAsWereNeededAtOnceStay() {
        assertEquals(0, use(FLOOD, FLOOD));
        assertEquals(0, use(FLOOD, FLOOD));
    }

    @Test
    void aFewStayWhateverWasNeeded() {
        assertEquals(0, use(1, SpareCount.FEW));
        assertEquals(1, use(1, SpareCount.FEW + 1));
    }

    @Test
    void nothingGoesWhileSomeAreInUse() {
        count.taken();
        for (int i = 0; i < FLOOD; i++) {
            assertEquals(0, use(1, FLOOD));
        }
    }

    @Test
    void theRestGoesLittleByLittle() {
        int spare = FLOOD;
        for (int uses = 0; spare > SpareCount.FEW; uses++) {
            int surplus = use(1, spare);
            assertTrue(surplus > 0 && surplus < FLOOD / 10, () -> "surplus " + surplus);
            assertTrue(uses < FLOOD);
            spare -= surplus;
        }
    }
}
