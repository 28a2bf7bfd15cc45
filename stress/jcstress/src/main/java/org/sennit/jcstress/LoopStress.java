package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * The network's loop passes from thread to thread: one holds it at a time, what is queued while it is let go is not
 * forgotten, and a leader that blocks is woken for tasks and for its waiter. The loop is the real one, over a handler
 * without sockets.
 */
public final class LoopStress {
    private static final String AWAKE = "The leader saw the change and did not sleep.";
    private static final String WOKEN = "The leader slept and was woken.";
    private static final String LOST = "The leader sleeps, and no thread will wake it: the lost wake-up.";
    private static final VarHandle READY =
            FieldHandle.of(MethodHandles.lookup(), Waiting.class, "isReady", boolean.class);

    private LoopStress() {}

    private static MigratingEventLoop loop(SleepingHandler handler, boolean isSplit) {
        return new MigratingEventLoop(handler, isSplit, new CountingContext());
    }

    /** Two threads take the hold and count without any other protection. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "One after the other.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "Both were in at once, or one did not see what the other wrote.")
    @State
    public static class Exclusion {
        private final MigratingEventLoop loop = loop(new SleepingHandler(false), false);
        private int count;

        private void countHolding() {
            loop.acquire();
            count++;
            loop.release();
        }

        @Actor
        public void one() {
            countHolding();
        }

        @Actor
        public void other() {
            countHolding();
        }

        /** Reports how often both have counted. */
        @Arbiter
        public void counted(I_Result r) {
            r.r1 = count;
        }
    }

    /** A task is queued while the holder lets go. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The one who let go has run it, or the one who came.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Each thought that the other would: the task is forgotten.")
    @State
    public static class TaskWhileLettingGo {
        private final MigratingEventLoop loop = loop(new SleepingHandler(false), false);
        private volatile int ran;

        /** Holds and lets go. */
        @Actor
        public void holder() {
            if (loop.tryAcquire()) {
                loop.release();
            }
        }

        @Actor
        public void other() {
            OneSleep.dawdle(30);
            loop.execute(() -> ran = 1);
        }

        /** Reports whether it has run. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = ran;
        }
    }

    /** A leader keeps the hold while it blocks; a task comes. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class TaskForALeaderThatBlocks {
        private final SleepingHandler handler = new SleepingHandler(false);
        private final MigratingEventLoop loop = loop(handler, false);
        private volatile boolean hasRun;

        /** Waits for the task's work. */
        @Actor
        public void leader() {
            loop.await(() -> hasRun, Long.MAX_VALUE);
        }

        @Actor
        public void other() {
            OneSleep.dawdle(100);
            loop.execute(() -> hasRun = true);
            handler.over();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = handler.outcome();
        }
    }

    /** The condition of a leader, and the thread that wakes it. */
    private static final class Waiting {
        private final SleepingHandler handler;
        private final MigratingEventLoop loop;
        private volatile Thread waiter;
        private boolean isReady;

        Waiting(boolean isSplit) {
            handler = new SleepingHandler(isSplit);
            loop = loop(handler, isSplit);
        }

        void lead() {
            waiter = Thread.currentThread();
            loop.await(() -> (boolean) READY.getAcquire(this), Long.MAX_VALUE);
        }

        void makeReadyAndWake() {
            while (waiter == null) {
                Thread.onSpinWait();
            }
            OneSleep.dawdle(60);
            READY.setRelease(this, true); // no stronger than what upcalls use: the fence is the loop's
            loop.wake(waiter);
            handler.over();
        }

        int outcome() {
            return handler.outcome();
        }
    }

    /** A leader that keeps the hold is woken for its waiter. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class WakeOfALeader {
        private final Waiting waiting = new Waiting(false);

        @Actor
        public void leader() {
            waiting.lead();
        }

        @Actor
        public void waker() {
            waiting.makeReadyAndWake();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = waiting.outcome();
        }
    }

    /** A leader that has dropped the hold is woken for its waiter. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class WakeOfALeaderInSplitMode {
        private final Waiting waiting = new Waiting(true);

        @Actor
        public void leader() {
            waiting.lead();
        }

        @Actor
        public void waker() {
            waiting.makeReadyAndWake();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = waiting.outcome();
        }
    }
}
