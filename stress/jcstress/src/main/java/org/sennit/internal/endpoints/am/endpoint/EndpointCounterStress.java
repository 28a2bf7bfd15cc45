package org.sennit.internal.endpoints.am.endpoint;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.WaitResources;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.jcstress.RealContext;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A counter of active messages loses no addition and forgets no waiter: a thread that moves it looks for the waiter
 * afterwards, and the waiter stores itself before it looks at the counter. The waiter is a completion handler, whose
 * wait has no other fence.
 */
public final class EndpointCounterStress {
    private static final WaitStrategy SLEEP_AT_ONCE = new WaitStrategy(0, 0, 0, "for the stress test");
    private static final SennitException FAILURE = new SennitException(ErrorClass.PROC_FAILED, "for the stress test");
    private static final FailedMessage FAILED = FailedMessage.of(FAILURE);

    private EndpointCounterStress() {}

    /** An endpoint with a counter; its own thread does not sleep, so that it needs no place for that. */
    private abstract static class Shared {
        final CompletionContext context = new CompletionContext();
        final EndpointWork endpoint;
        final EndpointScope scope;
        final EndpointCounter counter;

        Shared() {
            MatchQueue queue = new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), null);
            ProgressEngine engine = new ProgressEngine(
                    context, new JobHealth(), new WaitResources(SLEEP_AT_ONCE, new YieldPermits(0), null), queue, null);
            endpoint = new EndpointWork(new LocalEndpoint(0, queue, null, engine), context, null);
            scope = new EndpointScope(endpoint, 0);
            counter = scope.newCounter();
        }
    }

    /** A thread takes what another one adds to. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One was taken, and one is there.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "What was added is lost.")
    @Outcome(id = "2", expect = FORBIDDEN, desc = "What was taken is still there.")
    @State
    public static class AddedAndTaken extends Shared {
        /** One message has been counted. */
        public AddedAndTaken() {
            counter.set(1);
        }

        @Actor
        public void waiter() {
            counter.await(1);
        }

        @Actor
        public void arrival() {
            counter.add(1);
        }

        /** Reports what is left. */
        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = (int) counter.value();
        }
    }

    /** A thread waits; another one adds, sets the counter, or reports a failure. */
    @JCStressTest
    @Outcome(id = ".*, 0", expect = ACCEPTABLE, desc = "The waiter saw the change and did not park.")
    @Outcome(id = ".*, 1", expect = ACCEPTABLE, desc = "The waiter parked and was woken.")
    @Outcome(id = ".*, 2", expect = FORBIDDEN, desc = "The waiter parks, and no thread will wake it: the lost wake-up.")
    @State
    public static class WaiterAndWaker extends Shared {
        private final int way = ThreadLocalRandom.current().nextInt(3);

        /** Starts the completion handler. */
        public WaiterAndWaker() {
            endpoint.startCompletion(this::await);
        }

        private void await() {
            try {
                counter.await(1);
            } catch (SennitException e) {
                if (e != FAILURE) {
                    throw e;
                }
            }
        }

        @Actor
        public void waiter() {
            context.run(0);
        }

        @Actor
        public void waker() {
            CompletionContext.dawdle(20);
            switch (way) {
                case 0 -> counter.add(1);
                case 1 -> counter.set(1);
                default -> counter.fail(FAILED);
            }
            context.over();
        }

        /** Reports how it was woken, and how the waiter came to its end. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = way;
            r.r2 = context.outcome();
        }
    }

    /** A message fails while another one fails, or while a thread takes the failures of two others. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "Each failure has ended one wait.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "A failure is lost, so that a wait for its message never ends; or is told twice.")
    @State
    public static class SeveralFailures extends Shared {
        private final boolean isWaiter = ThreadLocalRandom.current().nextBoolean();
        private int reported;

        /** Two have failed. */
        public SeveralFailures() {
            counter.fail(FAILED);
            counter.fail(FAILED);
        }

        @Actor
        public void failing() {
            counter.fail(FAILED);
        }

        @Actor
        public void failingOrWaiting() {
            if (isWaiter) {
                endWait();
            } else {
                counter.fail(FAILED);
            }
        }

        private void endWait() {
            try {
                counter.await(1, 0);
            } catch (SennitException e) {
                reported++;
            }
        }

        /** Reports how many waits have not ended with an error, of those that should. */
        @Arbiter
        public void outcome(I_Result r) {
            int before;
            do {
                before = reported;
                endWait();
            } while (reported > before);
            r.r1 = (isWaiter ? 3 : 4) - reported;
        }
    }

    /** Two threads wait for the same counter. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "One waited after the other.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "One was refused.")
    @Outcome(expect = FORBIDDEN, desc = "Both waited at once: one of them is not woken; or both were refused.")
    @State
    public static class TwoWaiters extends Shared {
        private final AtomicInteger refused = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();

        /** Starts two completion handlers; each asks for failed members as long as it waits. */
        public TwoWaiters() {
            scope.useFailures(this::look);
            endpoint.startCompletion(this::await);
            endpoint.startCompletion(this::await);
        }

        private SennitException look() {
            if (inside.incrementAndGet() > 1) {
                overlaps.set(1);
            }
            Thread.onSpinWait();
            inside.decrementAndGet();
            return null;
        }

        private void await() {
            try {
                counter.await(1, 0);
            } catch (SennitException e) {
                refused.incrementAndGet();
            }
        }

        @Actor
        public void first() {
            context.run(0);
        }

        @Actor
        public void second() {
            context.run(1);
        }

        /** Reports how many were refused, and whether two were in. */
        @Arbiter
        public void outcome(II_Result r) {
            r.r1 = refused.get();
            r.r2 = overlaps.get();
        }
    }
}
