package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.SharedProgressEngine;
import org.sennit.internal.runtime.progress.WaitResources;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;

/**
 * Where threads share an endpoint, a thread that drains completes the requests of others with release only,
 * and then looks who sleeps; a sleeper occupies its spot and then looks at its request. The real engine,
 * with no spins and no yields.
 */
public final class SharedWaitStress {
    private static final WaitStrategy SLEEP_AT_ONCE = new WaitStrategy(0, 0, 0, "for the stress test");
    private static final String LOST = "The waiter sleeps, and no thread will wake it: the lost wake-up.";
    private static final String WOKEN = "The waiter slept and was woken.";
    private static final String AWAKE = "The waiter saw the change and did not sleep.";

    private SharedWaitStress() {}

    private static SharedProgressEngine engine(OneSleep place, MatchQueue queue) {
        return new SharedProgressEngine(
                new CountingContext(),
                new JobHealth(),
                new WaitResources(SLEEP_AT_ONCE, new YieldPermits(0), place),
                queue,
                null);
    }

    private static MatchQueue queue() {
        return new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), new McsLock(new CountingContext()));
    }

    /** A thread waits for a request; another thread of the endpoint, which has drained its message, completes it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class CompletedByAnother {
        private final OneSleep place = new OneSleep();
        private final SharedProgressEngine engine = engine(place, queue());
        private final StressedRequest request = new StressedRequest(engine);

        @Actor
        public void waiter() {
            request.await((Status) null);
        }

        /** Completes as a drain does, then looks for a sleeper, as every poll that has done something. */
        @Actor
        public void drainer() {
            OneSleep.dawdle(60);
            request.completeOwn(0, 0, 0);
            engine.signal();
            place.over();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = place.outcome();
        }
    }

    /** The only thread of an endpoint waits, and so watches; a message comes. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class MessageForTheWatcher {
        private final OneSleep place = new OneSleep();
        private final MatchQueue queue = queue();
        private final SharedProgressEngine engine = engine(place, queue);
        private final ReceiveRequest receive = new ReceiveRequest(engine);

        /** Posts the receive. */
        public MessageForTheWatcher() {
            receive.from("stress", 0, 1, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG, 0)
                    .into(MemorySegment.NULL, 0, null, 0);
            queue.post(receive);
        }

        @Actor
        public void receiver() {
            receive.await((Status) null);
        }

        /** Sends, and looks at the endpoint's spot, as every sender does. */
        @Actor
        public void sender() {
            OneSleep.dawdle(60);
            queue.inbox().offer(new Envelope().set(1, 0, 0, 0, 0), MemorySegment.NULL, 0, null);
            Thread thread = engine.spot().occupant();
            if (thread != null) {
                place.wake(thread);
            }
            place.over();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = place.outcome();
        }
    }
}
