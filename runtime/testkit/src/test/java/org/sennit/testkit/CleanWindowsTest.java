package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CleanWindowsTest {
    private final CleanWindows windows = new CleanWindows(10);

    private void add(long... bytes) {
        for (long each : bytes) {
            windows.add(each);
        }
    }

    @Test
    void isSteadyWhenAllButOneOfTheLastAreClean() {
        add(5000, 5000, 0, 10, 0, 11, 0, 3);
        assertTrue(windows.isSteady());
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
    void isNotSteadyBeforeThereAreEnough() {
        add(0, 0, 0, 0, 0);
        assertFalse(windows.isSteady());
    }
}
