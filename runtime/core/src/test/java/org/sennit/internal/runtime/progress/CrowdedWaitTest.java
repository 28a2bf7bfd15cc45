package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.spi.progress.Condition;

/** Who yields and who sleeps where endpoints outnumber cores and all permits are taken. */
class CrowdedWaitTest {
    private static final int YIELD_NS = 500_000;
    private static final int TURN_NS = 10_000;

    private final SteppedMachine machine = new SteppedMachine();
    private final CountedSleep sleep = new CountedSleep();
    private final ProgressEngine progress = new ProgressEngine(
            machine,
            new JobHealth(),
            new WaitResources(new WaitStrategy(0, YIELD_NS, 0, "test"), new YieldPermits(0), sleep),
            new NoWork(),
            null);

    private int sleeps;
    private int yields;

    @Test
    void aWaitAfterAShortOneYieldsWithoutASeat() {
        machine.turnNs = TURN_NS;
        progress.await(() -> true, Long.MAX_VALUE);
        waitUntil(() -> machine.hasYielded);
        assertEquals(0, sleeps);
        assertEquals(1, yields);
    }

    @Test
    void aWaitAfterALongOneSleepsAtOnce() {
        machine.turnNs = TURN_NS;
        sleep.lengthNs = YIELD_NS;
        waitUntil(() -> sleep.count > 0);
        waitUntil(() -> sleep.count > 0);
        assertEquals(1, sleeps);
        assertEquals(0, yields);
    }

    @Test
    void aWaitThatBecomesLongSleepsAfterTheTimeOfYielding() {
        machine.turnNs = TURN_NS;
        sleep.lengthNs = YIELD_NS;
        progress.await(() -> true, Long.MAX_VALUE);
        waitUntil(() -> sleep.count > 0);
        assertEquals(1, sleeps);
        assertEquals(YIELD_NS / TURN_NS, yields);
    }

    @Test
    void whoCannotSleepGivesWay() {
        machine.turnNs = TURN_NS;
        sleep.lengthNs = 0;
        waitUntil(() -> sleep.count > 2);
        assertEquals(3, yields);
    }

    private void waitUntil(Condition condition) {
        sleep.count = 0;
        machine.yields = 0;
        machine.hasYielded = false;
        assertTrue(progress.await(condition, Long.MAX_VALUE));
        sleeps = sleep.count;
        yields = machine.yields;
    }

    private final class CountedSleep implements SleepPlace {
        private int count;
        private long lengthNs;

        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            count++;
            machine.now += lengthNs;
        }

        @Override
        public void wake(Thread thread) {}
    }
}
