package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.spi.context.RuntimeContext;

/**
 * The lock of Mellor-Crummey and Scott: one at a time, first come first served, what was written under it is seen, a
 * parked waiter is woken. Two actors, since jcstress wants a processor for each.
 */
public final class McsLockStress {
    private static final RuntimeContext CONTEXT = RuntimeContext.system();

    private McsLockStress() {}

    /** Two threads count under the lock. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The first actor was in first, the second saw its count.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "The second actor was in first.")
    @Outcome(expect = FORBIDDEN, desc = "Both were in at the same time, or one did not see what the other wrote.")
    @State
    public static class MutualExclusion {
        private final McsLock lock = new McsLock(CONTEXT);
        private final McsLock.Node first = new McsLock.Node();
        private final McsLock.Node second = new McsLock.Node();
        private int count;

        @Actor
        public void first(II_Result r) {
            lock.acquire(first);
            r.r1 = ++count;
            lock.release(first);
        }

        @Actor
        public void second(II_Result r) {
            lock.acquire(second);
            r.r2 = ++count;
            lock.release(second);
        }
    }

    /** Each thread uses its node again at once, so that a link of its first life would show in the second. */
    @JCStressTest
    @Outcome(id = "6", expect = ACCEPTABLE, desc = "Every round was alone.")
    @Outcome(expect = FORBIDDEN, desc = "Two rounds overlapped.")
    @State
    public static class NodesAreReused {
        private final McsLock lock = new McsLock(CONTEXT);
        private final McsLock.Node first = new McsLock.Node();
        private final McsLock.Node second = new McsLock.Node();
        private int count;

        /** Counts three times. */
        @Actor
        public void first() {
            countThreeTimes(first);
        }

        /** Counts three times. */
        @Actor
        public void second() {
            countThreeTimes(second);
        }

        /** Reads the sum. */
        @Arbiter
        public void sum(I_Result r) {
            r.r1 = count;
        }

        private void countThreeTimes(McsLock.Node node) {
            for (int i = 0; i < 3; i++) {
                lock.acquire(node);
                count++;
                lock.release(node);
            }
        }
    }

    /** One thread writes two fields under the lock, the other reads them under the lock. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The reader was in first.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The writer was in first, and the reader saw all of it.")
    @Outcome(expect = FORBIDDEN, desc = "The reader saw half of what was written under the lock.")
    @State
    public static class Publication {
        private final McsLock lock = new McsLock(CONTEXT);
        private final McsLock.Node writer = new McsLock.Node();
        private final McsLock.Node reader = new McsLock.Node();
        private int a;
        private int b;

        @Actor
        public void writer() {
            lock.acquire(writer);
            a = 1;
            b = 1;
            lock.release(writer);
        }

        /** Reads, in the other order. */
        @Actor
        public void reader(II_Result r) {
            lock.acquire(reader);
            r.r2 = b;
            r.r1 = a;
            lock.release(reader);
        }
    }

    /** The lock is held when the story begins; the holder writes and hands over to a waiter that is already queued. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The waiter got in after the holder had left, and saw its write.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The waiter got in too early, or did not see the write.")
    @State
    public static class HandOver {
        private final McsLock lock = new McsLock(CONTEXT);
        private final McsLock.Node holder = new McsLock.Node();
        private final McsLock.Node waiter = new McsLock.Node();
        private int written;

        /** Takes the lock before either actor starts. */
        public HandOver() {
            lock.acquire(holder);
        }

        /** Writes, lets the waiter in. */
        @Actor
        public void holder() {
            awaitWaiter(lock, holder);
            written = 1;
            lock.release(holder);
        }

        /** Gets in and reads. */
        @Actor
        public void waiter(I_Result r) {
            lock.acquire(waiter);
            r.r1 = written;
            lock.release(waiter);
        }
    }

    /** The holder lets go and queues again at once, while another waits. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The waiter had been seen in the queue, and went first.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The queue was seen empty; the holder came back first.")
    @Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "The queue was seen empty, but the other came first.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The holder overtook a thread that had been in the queue before.")
    @Outcome(expect = FORBIDDEN, desc = "Both were in at the same time.")
    @State
    public static class FirstComeFirstServed {
        private final McsLock lock = new McsLock(CONTEXT);
        private final McsLock.Node holder = new McsLock.Node();
        private final McsLock.Node again = new McsLock.Node();
        private final McsLock.Node waiter = new McsLock.Node();
        private int count;

        /** Takes the lock before either actor starts. */
        public FirstComeFirstServed() {
            lock.acquire(holder);
        }

        /** Looks for a waiter, lets go, comes back. */
        @Actor
        public void holder(II_Result r) {
            r.r1 = awaitWaiter(lock, holder) ? 1 : 0;
            lock.release(holder);
            lock.acquire(again);
            r.r2 = ++count;
            lock.release(again);
        }

        @Actor
        public void waiter() {
            lock.acquire(waiter);
            count++;
            lock.release(waiter);
        }
    }

    /** One thread only tries. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The try succeeded before the other came.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "The try succeeded after the other had gone.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The try failed.")
    @Outcome(expect = FORBIDDEN, desc = "Both were in at the same time, or one did not see what the other wrote.")
    @State
    public static class TryAcquire {
        private final McsLock lock = new McsLock(CONTEXT);
        private final McsLock.Node trying = new McsLock.Node();
        private final McsLock.Node waiting = new McsLock.Node();
        private int count;

        @Actor
        public void trying(II_Result r) {
            if (lock.tryAcquire(trying)) {
                r.r1 = ++count;
                lock.release(trying);
            }
        }

        @Actor
        public void waiting(II_Result r) {
            lock.acquire(waiting);
            r.r2 = ++count;
            lock.release(waiting);
        }
    }

    /**
     * A waiter that does not spin but parks at once. Its park returns without a reason, as any park may, so the story
     * ends in any case; what counts is whether a thread would have woken it.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Granted before it wanted to park, no thread to wake.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It said that it would park, was granted, and did not park.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It parked and was woken.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It parked and no thread woke it: the lost wake-up.")
    @State
    public static class ParkedWaiter {
        private final CountingContext context = new CountingContext();
        private final McsLock lock = new McsLock(context);
        private final McsLock.Node holder = new McsLock.Node();
        private final McsLock.Node waiter = new McsLock.Node();

        /** Takes the lock before either actor starts. */
        public ParkedWaiter() {
            lock.acquire(holder);
        }

        /** Lets the waiter in. */
        @Actor
        public void holder() {
            awaitWaiter(lock, holder);
            lock.release(holder);
        }

        @Actor
        public void waiter() {
            lock.acquire(waiter);
            lock.release(waiter);
        }

        /** Reports which thread parked, and which was woken. */
        @Arbiter
        public void count(II_Result r) {
            r.r1 = context.hasParked ? 1 : 0;
            r.r2 = context.hasUnparked ? 1 : 0;
        }
    }

    /** Gives the other actor some time to queue, not for ever: both orders are stories. */
    private static boolean awaitWaiter(McsLock lock, McsLock.Node holder) {
        for (int i = 0; i < 200; i++) {
            if (lock.hasWaiter(holder)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
