package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.spi.progress.Condition;

/** Waits by a clock of their own, whose peer runs only while the waiter yields, or on a core of its own. */
class SharedCoreTest {
    private static final int SPIN_NS = 30_000;
    private static final int ROUNDS_AT_FIRST = 100;
    private static final int TIMES = 6; // work of a long wait

    private final Machine machine = new Machine();
    private final ProgressEngine progress = new ProgressEngine(
            machine,
            new JobHealth(),
            new WaitResources(new WaitStrategy(SPIN_NS, 1_000_000, 1, "test"), new YieldPermits(1), new Sleep()),
            new Work(),
            null);
    private int sleeps;
    private int steps; // of a large message whose bytes the peer's turn makes ready
    private int stepsLeft;
    private int worked;
    private boolean isSentByEachYield;

    @Test
    void afterTwoWaitsThatAPeerOnThisCoreEndedTheNextDoesNotSpin() {
        machine.turnNs = 5_000;
        assertTrue(spinsOfAWait() > SPIN_NS / SteppedMachine.SPIN_HINT_NS);
        assertTrue(spinsOfAWait() > SPIN_NS / SteppedMachine.SPIN_HINT_NS);
        assertEquals(0, spinsOfAWait());
        assertEquals(0, spinsOfAWait());
    }

    @Test
    void aPeerThatComesWhileNoThreadRanHereIsOnItsOwnCoreAndWaitsSpinAgain() {
        machine.turnNs = 5_000;
        for (int i = 0; i < 3; i++) {
            spinsOfAWait();
        }
        machine.turnNs = 500;
        assertEquals(0, spinsOfAWait());
        machine.turnNs = 5_000;
        assertTrue(spinsOfAWait() > SPIN_NS / SteppedMachine.SPIN_HINT_NS);
    }

    @Test
    void aProgramThatComputesOnThisCoreDoesNotEndTheSpinning() {
        machine.turnNs = 3_000_000;
        for (int i = 0; i < 4; i++) {
            assertTrue(spinsOfAWait() > SPIN_NS / SteppedMachine.SPIN_HINT_NS);
        }
    }

    @Test
    void whereAProgramComputesOnThisCoreWaitsSleepAtOnce() {
        machine.turnNs = 3_000_000;
        for (int i = 0; i < 1_000; i++) {
            spinsOfAWait();
        }
        assertEquals(1_000 - sleeps, machine.yields);
        assertTrue(machine.yields <= 12, "yields=" + machine.yields + ", each 3 ms");
    }

    @Test
    void whenTheProgramHasGoneWaitsYieldAgain() {
        machine.turnNs = 3_000_000;
        for (int i = 0; i < 1_000; i++) {
            spinsOfAWait();
        }
        machine.turnNs = 500;
        sleeps = 0;
        for (int i = 0; i < 1_000; i++) {
            spinsOfAWait();
        }
        assertTrue(sleeps <= 128, "sleeps=" + sleeps);
        machine.turnNs = 3_000_000;
        spinsOfAWait();
        sleeps = 0;
        machine.turnNs = 500;
        for (int i = 0; i < 100; i++) {
            spinsOfAWait();
        }
        assertEquals(8, sleeps, "a single turn costs few sleeps");
    }

    @Test
    void aTurnThatLetsALargeMessageGoOnIsAPeerOnThisCore() {
        machine.turnNs = 5_000;
        steps = 3;
        spinsOfAWait();
        spinsOfAWait();
        assertEquals(0, spinsOfAWait());
    }

    @Test
    void aWaitThatOwnWorkHasEndedSaysNothingOfThePeer() {
        machine.turnNs = 5_000;
        spinsOfAWait();
        spinsOfAWait();
        stepsLeft = 10;
        assertTrue(progress.await(() -> stepsLeft == 0, Long.MAX_VALUE));
        assertEquals(0, spinsOfAWait());
    }

    @Test
    void aLongWaitSpinsAgainWhenThePeerLeavesThisCore() {
        machine.turnNs = 5_000;
        for (int i = 0; i < 3; i++) {
            spinsOfAWait();
        }
        machine.turnNs = 500;
        // The first work comes after a yield that let no thread run here; the last ends the wait.
        assertEquals((TIMES - 1) * SPIN_NS / SteppedMachine.SPIN_HINT_NS, spinsOfALongWait());
    }

    @Test
    void aLongWaitDoesNotSpinAnyMoreWhenThePeerComesToThisCore() {
        machine.turnNs = 5_000;
        int spinsByClock = 2 * SPIN_NS / SteppedMachine.SPIN_HINT_NS;
        assertEquals(ROUNDS_AT_FIRST + spinsByClock, spinsOfALongWait());
    }

    /** Waits for work that comes several times, each time by the first yield after the last. */
    private int spinsOfALongWait() {
        machine.spins = 0;
        worked = 0;
        steps = 1;
        isSentByEachYield = true;
        assertTrue(progress.await(() -> worked == TIMES, Long.MAX_VALUE));
        return machine.spins;
    }

    private int spinsOfAWait() {
        machine.spins = 0;
        machine.hasYielded = false;
        Condition condition = () -> machine.hasYielded && stepsLeft == 0;
        assertTrue(progress.await(condition, Long.MAX_VALUE));
        return machine.spins;
    }

    /** One whose first yield of a wait lets the peer send. */
    private final class Machine extends SteppedMachine {
        @Override
        public void yield() {
            if (!hasYielded || isSentByEachYield) {
                stepsLeft = steps;
            }
            super.yield();
        }
    }

    /** A peer that runs while the waiter sleeps. */
    private final class Sleep implements SleepPlace {
        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            sleeps++;
            machine.now += 50_000;
            machine.hasYielded = true;
        }

        @Override
        public void wake(Thread thread) {}
    }

    private final class Work implements WorkSource {
        @Override
        public int doWork() {
            if (stepsLeft == 0) {
                return 0;
            }
            stepsLeft--;
            worked++;
            return 1;
        }

        @Override
        public boolean hasWork() {
            return stepsLeft > 0;
        }
    }
}
