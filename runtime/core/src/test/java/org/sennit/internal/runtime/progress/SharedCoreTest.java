package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.spi.progress.Condition;

/** Waits by a clock of their own, whose peer runs only while the waiter yields, or on a core of its own. */
class SharedCoreTest {
    private static final int SPIN_NS = 30_000;

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
            if (!hasYielded) {
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
            return stepsLeft > 0 ? stepsLeft-- : 0;
        }

        @Override
        public boolean hasWork() {
            return stepsLeft > 0;
        }
    }
}
