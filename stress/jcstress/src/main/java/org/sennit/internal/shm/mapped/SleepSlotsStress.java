package org.sennit.internal.shm.mapped;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Which endpoints of a process sleep, as the senders of a peer see it. */
public final class SleepSlotsStress {
    private static final int ENDPOINT = 3;

    private SleepSlotsStress() {}

    private static SleepSlots slots() {
        return new SleepSlots(Arena.ofAuto().allocate(SleepSlots.BYTES, 64));
    }

    /** Two threads whose endpoints share a slot go to sleep; then one wakes up. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The other is still known to sleep.")
    @Outcome(
            id = "0",
            expect = FORBIDDEN,
            desc = "One was counted for both: the other sleeps, and no bell rings for it.")
    @State
    public static class TwoSleepers {
        private final SleepSlots slots = slots();

        /** Goes to sleep. */
        @Actor
        public void first() {
            slots.enter(ENDPOINT);
        }

        /** Goes to sleep. */
        @Actor
        public void second() {
            slots.enter(ENDPOINT);
        }

        /** Wakes one of them. */
        @Arbiter
        public void outcome(I_Result r) {
            slots.leave(ENDPOINT);
            r.r1 = slots.sleeps(ENDPOINT) && slots.hasSleeper() ? 1 : 0;
        }
    }

    /** A sleeper counts itself and looks at the ring; a sender claims room in the ring and looks for sleepers. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The sleeper would sleep; the sender rings.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The sleeper sees the claim; the sender saw no sleeper.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a bell for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The sleeper sleeps, and no bell rings: the lost wake-up.")
    @State
    public static class SleepAndClaim {
        private final SleepSlots slots = slots();
        private final AtomicInteger tail = new AtomicInteger();

        /** Goes to sleep. */
        @Actor
        public void sleeper(II_Result r) {
            slots.enter(ENDPOINT);
            r.r1 = tail.get();
        }

        /** Claims as RingWriter does. */
        @Actor
        public void sender(II_Result r) {
            tail.compareAndSet(0, 1);
            r.r2 = slots.sleeps(ENDPOINT) ? 1 : 0;
        }
    }
}
