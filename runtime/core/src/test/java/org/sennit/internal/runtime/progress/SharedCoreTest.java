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
            new WaitResources(new WaitStrategy(SPIN_NS, 1_000_000, 1, "test"), new YieldPermits(1), new NoSleep()),
            new Work(),
            null);
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

    private static final class NoSleep implements SleepPlace {
        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            throw new IllegalStateException("slept");
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
