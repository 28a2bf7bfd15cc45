package org.sennit.internal.shm.mapped;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A pair of processes is connected while a thread goes to sleep, which must tell that peer also. */
public final class SleepersStress {
    private SleepersStress() {}

    /**
     * The sleeper enters itself, then reads which pairs there are; the other makes a pair, then wakes those entered.
     */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The sleeper would sleep; it is woken, and tells the new peer.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The sleeper has told the new peer; no one had to be woken.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(
            id = "0, 0",
            expect = FORBIDDEN,
            desc = "It sleeps, and the new peer does not know it: its bell never rings.")
    @State
    public static class PairAndSleep {
        private final Sleepers sleepers = new Sleepers(() -> false, () -> false);
        private volatile boolean isPairThere;

        /** Goes to sleep. */
        @Actor
        public void sleeper(II_Result r) {
            Sleepers.Sleeper sleeper = sleepers.enter(() -> false);
            boolean hasTold = isPairThere;
            r.r1 = hasTold || sleeper.isReady() ? 1 : 0;
        }

        /** Makes a pair. */
        @Actor
        public void connector(II_Result r) {
            isPairThere = true;
            sleepers.wakeAll(thread -> r.r2 = 1);
        }
    }
}
