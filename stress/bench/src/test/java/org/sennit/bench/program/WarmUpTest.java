package org.sennit.bench.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final long MS = 1_000_000;

    private long compiledMs;

    private final WarmUp warmUp = new WarmUp(() -> compiledMs, 100 * MS, 1000 * MS, 50 * MS);

    @Test
    void goesOnForItsShortestTimeThoughTheCompilerIsIdle() {
        for (long ms = 0; ms < 100; ms += 10) {
            assertTrue(warmUp.isDue(ms * MS), "ms=" + ms);
        }
        assertFalse(warmUp.isDue(100 * MS));
    }

    @Test
    void goesOnWhileTheCompilerWorksAndEndsWhenItHasDone() {
        warmUp.isDue(0);
        compiledMs = 40;
        assertTrue(warmUp.isDue(200 * MS), "worked since the beginning");
        assertTrue(warmUp.isDue(240 * MS), "not looked again yet");
        compiledMs = 41; // one of 60 ms: idle
        assertFalse(warmUp.isDue(260 * MS));
    }

    @Test
    void endsAfterItsLongestTimeThoughTheCompilerWorks() {
        for (long ms = 0; ms < 1000; ms += 50) {
            assertTrue(warmUp.isDue(ms * MS), "ms=" + ms);
            compiledMs += 50;
        }
        assertFalse(warmUp.isDue(1000 * MS));
    }
}
