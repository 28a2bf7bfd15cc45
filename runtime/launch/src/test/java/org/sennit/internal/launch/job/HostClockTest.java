package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.sennit.internal.launch.hosts.HostFrames;

/** What a host's clock is ahead of the launcher's, by answers that take 2 us each way but for one that takes less. */
class HostClockTest {
    private static final int ANSWERS = 16;
    private static final long QUICK_NS = 200;
    private static final long SLOW_NS = 4_000;

    private final HostFrames frames = new HostFrames(InputStream.nullInputStream(), OutputStream.nullOutputStream());
    private long nowNs = 1_000;
    private final HostClock clock = new HostClock(true, () -> nowNs);

    /**
     * The host answers all questions, each in the middle of its way. Returns whether it was asked for the last time.
     */
    private boolean answerAll(long aheadNs) throws IOException {
        boolean isLast = false;
        for (int i = 0; i < ANSWERS; i++) {
            long wayNs = i == 5 ? QUICK_NS : SLOW_NS;
            long late = wayNs == SLOW_NS ? 1_500 : 0; // on the way there
            nowNs += wayNs / 2 + late;
            String time = Long.toString(nowNs + aheadNs);
            nowNs += wayNs / 2 - late;
            assertFalse(isLast);
            isLast = clock.answered(time, frames);
        }
        return isLast;
    }

    @Test
    void theQuickestAnswerCounts() throws IOException {
        clock.ask(frames);
        assertFalse(answerAll(7_000_000));
        assertEquals(7_000_000, clock.aheadNs(0));
    }

    @Test
    void driftBetweenStartAndEndIsInProportionToTheTime() throws IOException {
        clock.ask(frames);
        answerAll(7_000_000);
        long startNs = nowNs + 7_000_000;
        nowNs += 1_000_000_000;
        assertTrue(clock.askAgain(frames));
        assertTrue(answerAll(7_050_000)); // 50 millionths faster
        assertFalse(clock.askAgain(frames));
        assertEquals(7_000_000, clock.aheadNs(startNs), 10);
        assertEquals(7_025_000, clock.aheadNs(startNs + 500_000_000), 10);
        assertEquals(7_050_000, clock.aheadNs(startNs + 1_000_000_000), 10);
    }

    @Test
    void oneMachineHasOneClock() throws IOException {
        clock.ask(frames);
        answerAll(QUICK_NS / 2);
        assertTrue(clock.askAgain(frames));
        answerAll(-QUICK_NS / 2);
        assertEquals(0, clock.aheadNs(nowNs));
    }

    @Test
    void aJobThatEndsBeforeAllAnswersIsNotAskedAgain() throws IOException {
        clock.ask(frames);
        clock.answered("5000000", frames);
        assertFalse(clock.askAgain(frames));
        assertFalse(new HostClock(false, () -> nowNs).askAgain(frames));
        assertEquals(4_999_000, clock.aheadNs(0));
    }
}
