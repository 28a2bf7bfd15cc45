package org.sennit.internal.runtime.progress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.jcstress.RealContext;
import org.sennit.spi.progress.ProgressHook;

/** Hooks and deferred actions of an endpoint, which several threads give and drive. */
public final class ExtraWorkStress {
    private ExtraWorkStress() {}

    /** Counts how often it is asked; finds out whether two threads ask it at once. */
    private static final class CountedHook implements ProgressHook {
        volatile boolean isBusy;
        volatile boolean isAskedTwice;
        volatile int asked;
        private final int answer;

        CountedHook(int answer) {
            this.answer = answer;
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread at a time, or the test fails
        public int advance() {
            isAskedTwice |= isBusy;
            isBusy = true;
            asked++;
            isBusy = false;
            return answer;
        }

        @Override
        public boolean hasWork() {
            return true;
        }
    }

    /** Two threads of an endpoint add a hook each. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both hooks are there.")
    @Outcome(expect = FORBIDDEN, desc = "One took the place of the other.")
    @State
    public static class TwoHooks {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private final CountedHook one = new CountedHook(ProgressHook.OVER);
        private final CountedHook other = new CountedHook(ProgressHook.OVER);

        @Actor
        public void first() {
            work.add(one);
        }

        /** Adds the other. */
        @Actor
        public void second() {
            work.add(other);
        }

        @Arbiter
        public void outcome(II_Result r) {
            work.advance();
            r.r1 = one.asked;
            r.r2 = other.asked;
        }
    }

    /** Two threads of an endpoint poll. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "One asked the hook at a time.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "Both asked it at once.")
    @State
    public static class TwoPolls {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private final CountedHook hook = new CountedHook(0);

        /** Starts with a hook. */
        public TwoPolls() {
            work.add(hook);
        }

        /** Polls, and looks whether it may sleep. */
        @Actor
        public void first() {
            work.advance();
            work.hasWork();
        }

        /** Polls, and looks whether it may sleep. */
        @Actor
        public void second() {
            work.advance();
            work.hasWork();
        }

        /** Reports whether both were in the hook. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = hook.isAskedTwice ? 1 : 0;
        }
    }

    /** A hook is added while another thread polls. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The hook is asked, now or in the next poll.")
    @Outcome(expect = FORBIDDEN, desc = "The next poll does not look for it, or it was asked after it was over.")
    @State
    public static class HookAndPoll {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private final CountedHook hook = new CountedHook(ProgressHook.OVER);

        @Actor
        public void adder() {
            work.add(hook);
        }

        @Actor
        public void poller() {
            work.advance();
        }

        /** Polls once more, as every poll does. */
        @Arbiter
        public void outcome(I_Result r) {
            if (work.isWanted()) {
                work.advance();
            }
            r.r1 = hook.asked;
        }
    }

    /** An action is deferred while another thread polls. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The action runs, now or in the next poll.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The next poll does not look for it.")
    @State
    public static class ActionAndPoll {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private volatile int ran;

        @Actor
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread runs it
        public void deferrer() {
            work.defer(() -> ran++);
        }

        @Actor
        public void poller() {
            work.advance();
        }

        /** Polls once more, as every poll does. */
        @Arbiter
        public void outcome(I_Result r) {
            if (work.isWanted()) {
                work.advance();
            }
            r.r1 = ran;
        }
    }

    /** An action for one thread is deferred while another thread polls. That thread has ended, so any may run it. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The action runs, now or in the next poll.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The next poll does not look for it.")
    @State
    public static class BoundActionAndPoll {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private final Thread ended = new Thread(() -> {}); // never begun: not alive
        private volatile int ran;

        @Actor
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread runs it
        public void deferrer() {
            work.defer(ended, () -> ran++);
        }

        @Actor
        public void poller() {
            work.advance();
        }

        /** Polls once more, as every poll does. */
        @Arbiter
        public void outcome(I_Result r) {
            if (work.isWanted()) {
                work.advance();
            }
            r.r1 = ran;
        }
    }

    /**
     * The program of an endpoint ends with an action for one of its threads, which lives, while another thread polls.
     */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The action runs, now or in the next poll.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The next poll does not look for it.")
    @State
    public static class UnboundActionAndPoll {
        private static final Thread LIVING = Thread.ofPlatform().daemon(true).start(() -> {
            while (true) {
                LockSupport.park();
            }
        });

        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private volatile int ran;

        /** Starts with an action. */
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread runs it
        public UnboundActionAndPoll() {
            work.defer(LIVING, () -> ran++);
        }

        @Actor
        public void ender() {
            work.unbind();
        }

        @Actor
        public void poller() {
            work.advance();
        }

        /** Polls once more, as every poll does. */
        @Arbiter
        public void outcome(I_Result r) {
            if (work.isWanted()) {
                work.advance();
            }
            r.r1 = ran;
        }
    }

    /** Two threads of an endpoint poll where an action of a thread that has ended waits. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of them runs it.")
    @Outcome(expect = FORBIDDEN, desc = "Both run it, or none.")
    @State
    public static class BoundActionAndTwoPolls {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private final AtomicInteger ran = new AtomicInteger();

        /** Starts with an action. */
        public BoundActionAndTwoPolls() {
            work.defer(new Thread(() -> {}), ran::incrementAndGet);
        }

        @Actor
        public void first() {
            work.advance();
        }

        @Actor
        public void second() {
            work.advance();
        }

        /** Reports how often it has run. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = ran.get();
        }
    }

    /** An action is deferred while the endpoint's thread goes to sleep. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thread would sleep; the other sees it and wakes it.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The thread sees the action; the other saw no sleeper.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The thread sleeps, and the action waits for another wake-up.")
    @State
    public static class ActionAndSleep {
        private final ExtraWork work = new ExtraWork(RealContext.INSTANCE);
        private final ParkingSpot spot = new ParkingSpot();

        /** Parks unless it sees that it need not. */
        @Actor
        public void sleeper(II_Result r) {
            spot.occupy();
            r.r1 = work.hasWork() ? 1 : 0;
        }

        /** Defers, and looks for a sleeper. */
        @Actor
        public void deferrer(II_Result r) {
            work.defer(() -> {});
            r.r2 = spot.occupant() != null ? 1 : 0;
        }
    }
}
