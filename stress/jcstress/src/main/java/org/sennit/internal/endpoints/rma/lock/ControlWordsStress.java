package org.sennit.internal.endpoints.rma.lock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.sennit.internal.endpoints.rma.Epochs;
import org.sennit.internal.runtime.concurrent.ParkingSpot;

/**
 * The words of a window's locks, in the steps that {@link TargetLocks} and {@link Epochs} take: those two need a
 * communicator, the steps do not. The words are those of two members; the target is the first one.
 */
public final class ControlWordsStress {
    private static final int MEMBERS = 2;

    private ControlWordsStress() {}

    /** The words of one window. */
    private abstract static class Shared {
        final ControlWords words = new ControlWords(
                MemorySegment.ofArray(new long[(int) ControlWords.bytes(MEMBERS) / Long.BYTES]), MEMBERS);

        final void guardQueue() {
            while (!words.tryGuardQueue(0)) {
                Thread.onSpinWait();
            }
        }
    }

    /** The holder gives the lock back while another member finds it taken, and queues. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It was given back, then taken.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The other waits; the holder sees it and passes the lock on.")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "The other waits, and no member will pass the lock on to it.")
    @Outcome(expect = FORBIDDEN, desc = "The holder passes the lock on, and the other has taken it by itself.")
    @State
    public static class ReleaseAndQueue extends Shared {
        /** The lock is held. */
        public ReleaseAndQueue() {
            words.compareAndSetState(0, 0, TargetLocks.EXCLUSIVE);
        }

        @Actor
        public void holder(II_Result r) {
            int state;
            do {
                state = words.stateVolatile(0);
                if ((state & TargetLocks.WAITING) != 0) {
                    r.r1 = 1;
                    return;
                }
            } while (!words.compareAndSetState(0, state, state - TargetLocks.EXCLUSIVE));
        }

        /** Takes or queues, both under the guard. */
        @Actor
        public void other(II_Result r) {
            guardQueue();
            int state;
            int next;
            do {
                state = words.stateVolatile(0);
                next = state == 0 ? TargetLocks.EXCLUSIVE : state | TargetLocks.WAITING;
            } while (!words.compareAndSetState(0, state, next));
            r.r2 = state == 0 ? 0 : 1;
            words.leaveQueueRelease(0);
        }
    }

    /** Two members append themselves to the queue, then update memory that no single access reaches. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both wait, and both have added.")
    @Outcome(id = "1, .*", expect = FORBIDDEN, desc = "Both were in the queue at once: one waits for ever.")
    @Outcome(expect = FORBIDDEN, desc = "Both updated at once: a sum is lost.")
    @State
    public static class Guards extends Shared {
        private long sum;

        @Actor
        public void first() {
            appendAndAdd(0);
        }

        @Actor
        public void second() {
            appendAndAdd(1);
        }

        private void appendAndAdd(int rank) {
            guardQueue();
            words.setNextPlain(rank, -1);
            int last = words.lastPlain(0);
            if (last < 0) {
                words.setFirstPlain(0, rank);
            } else {
                words.setNextPlain(last, rank);
            }
            words.setLastPlain(0, rank);
            words.leaveQueueRelease(0);
            while (!words.tryGuardUpdate(0)) {
                Thread.onSpinWait();
            }
            sum++;
            words.leaveUpdateRelease(0);
        }

        /** The length of the queue, and the sum. */
        @Arbiter
        public void outcome(II_Result r) {
            for (int each = words.firstPlain(0); each >= 0 && r.r1 < MEMBERS; each = words.nextPlain(each)) {
                r.r1++;
            }
            r.r2 = (int) sum;
        }
    }

    /** The target exposes its memory while another member locks it: at least one of them sees the other. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Locked: the post is refused.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Exposed: the lock is refused.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both are refused.")
    @Outcome(expect = FORBIDDEN, desc = "The memory is exposed and locked.")
    @State
    public static class PostAndLock extends Shared {
        /** Exposes, then looks at the lock. */
        @Actor
        public void target(ZZ_Result r) {
            words.setExposedVolatile(0, true);
            r.r1 = words.stateVolatile(0) != 0;
        }

        /** Locks, then looks whether the memory is exposed. */
        @Actor
        public void origin(ZZ_Result r) {
            words.compareAndSetState(0, 0, TargetLocks.SHARED);
            r.r2 = words.isExposedVolatile(0);
        }
    }

    /** The program that holds a lock ends while another member is about to park for it. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The waiter sees that the holder is lost.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The waiter would park, and is woken.")
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(expect = FORBIDDEN, desc = "The waiter parks, and no thread will wake it.")
    @State
    public static class LostHolder extends Shared {
        private final ParkingSpot spot = new ParkingSpot();

        /** Parks unless it sees that it need not. */
        @Actor
        public void waiter(ZZ_Result r) {
            spot.occupy();
            r.r1 = words.lostVolatile(0) >= 0;
        }

        /** Publishes that it is lost, then looks for a parked thread. */
        @Actor
        public void ending(ZZ_Result r) {
            words.setLostVolatile(0, 1);
            r.r2 = spot.occupant() != null;
        }
    }
}
