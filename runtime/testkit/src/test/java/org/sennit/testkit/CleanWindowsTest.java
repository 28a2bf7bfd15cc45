package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CleanWindowsTest {
    private static final long[] WARM = {5000, 5000, 0, 10, 0, 11, 0, 3};

    private final CleanWindows windows = new CleanWindows(10);

    private void add(long... bytes) {
        for (long each : bytes) {
            windows.add(each);
        }
    }

    @Test
    void isSteadyWhenAllButOneOfThoseAfterTheWarmUpAreClean() {
        add(WARM);
        assertFalse(windows.isSteady());
        add(0, 0, 400, 10, 0, 0, 9, 0, 0, 0, 0, 0);
        assertTrue(windows.isSteady());
        windows.assertSteady("one compilation");
    }

    @Test
    void isNotSteadyByTheCleanOnesOfTheWarmUp() {
        add(WARM);
        add(0, 0, 400, 10, 0, 0, 9, 0, 0, 0, 0, 400);
        assertFalse(windows.isSteady());
        assertThrows(AssertionError.class, () -> windows.assertSteady("two"));
    }

    @Test
    void isJudgedAgainAFewTimes() {
        for (int i = 0; i < 4; i++) {
            add(WARM);
            assertEquals(i, windows.failedJudgements());
            add(400, 400);
            assertEquals(i + 1, windows.failedJudgements());
            assertFalse(windows.isHopeless());
        }
        add(WARM);
        add(400, 400);
        assertTrue(windows.isHopeless());
        add(new long[100]);
        assertFalse(windows.isSteady());
        String said = assertThrows(AssertionError.class, () -> windows.assertSteady("five"))
                .getMessage();
        assertTrue(said.endsWith("the last of them=[400, 400]"), said);
    }

    @Test
    void isNotSteadyWhereEverySecondAllocates() {
        for (int i = 0; i < 20; i++) {
            add(0, 48);
            assertFalse(windows.isSteady());
        }
        assertThrows(AssertionError.class, () -> windows.assertSteady("two arrays in turn"));
    }

    @Test
    void luckSeldomMakesSteadyWhatAllocatesInHalfOfTheWindows() {
        Random random = new Random(7);
        int steady = 0;
        for (int run = 0; run < 1000; run++) {
            CleanWindows each = new CleanWindows(0);
            for (int i = 0; i < 1000; i++) {
                each.add(random.nextBoolean() ? 24 : 0);
            }
            steady += each.isSteady() ? 1 : 0;
        }
        int found = steady;
        assertTrue(found < 40, () -> found + " of 1000");
    }

    @Test
    void isNotSteadyBeforeThereAreEnough() {
        add(0, 0, 0, 0, 0);
        add(new long[CleanWindows.JUDGED]);
        assertFalse(windows.isSteady());
        add(0);
        assertTrue(windows.isSteady());
    }
}
