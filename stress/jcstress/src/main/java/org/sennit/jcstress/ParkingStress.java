package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.WaitResources;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;

/**
 * No wake-up may be lost. The waiter says that it parks, then looks once more; the waker makes its change, then asks
 * who parks: a store and a load on either side, so that one of the two sees the other. The engine under test is the
 * real one, with no spins and no yields before it sleeps.
 */
public final class ParkingStress {
    private static final WaitStrategy SLEEP_AT_ONCE = new WaitStrategy(0, 0, 0, "for the stress test");
    private static final YieldPermits NO_PERMITS = new YieldPermits(0);
    private static final String LOST = "The waiter sleeps, and no thread will wake it: the lost wake-up.";
    private static final String WOKEN = "The waiter slept and was woken.";
    private static final String AWAKE = "The waiter saw the change and did not sleep.";

    private ParkingStress() {}

    /** The handshake alone: parking spot against the inbox's claim counter. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter would sleep; the sender sees it and wakes it.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The waiter sees the claim; the sender saw no waiter.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = LOST)
    @State
    public static class SpotAndClaim {
        private final ParkingSpot spot = new ParkingSpot();
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, 2, 8);

        /** Parks unless it sees that it need not. */
        @Actor
        public void waiter(II_Result r) {
            spot.occupy();
            r.r1 = inbox.hasClaimed() ? 1 : 0;
        }

        /** Claims, publishes, looks for a sleeper. */
        @Actor
        public void sender(II_Result r) {
            inbox.offer(new Envelope().set(1, 0, 0, 0, 0), MemorySegment.NULL, 0, null);
            r.r2 = spot.occupant() != null ? 1 : 0;
        }
    }

    /** The handshake alone: parking spot against a request that another thread completes. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The waiter would sleep; the completer sees it and wakes it.")
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE,
            desc = "The waiter sees the request complete; the completer saw no waiter.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both see each other: a wake-up for nothing.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = LOST)
    @State
    public static class SpotAndRequest {
        private final ParkingSpot spot = new ParkingSpot();
        private final StressedRequest request = new StressedRequest(new SignalledProgress(spot));

        /** Parks unless it sees that it need not. */
        @Actor
        public void waiter(II_Result r) {
            spot.occupy();
            r.r1 = request.isMet() ? 1 : 0;
        }

        /** Completes, which signals. */
        @Actor
        public void completer() {
            request.complete(0, 0, 0);
        }

        /** Reports which thread the completer saw. */
        @Arbiter
        public void signalled(II_Result r) {
            r.r2 = ((SignalledProgress) request.shownProgress()).hasSeenOccupant ? 1 : 0;
        }
    }

    /** An endpoint waits for a message; another thread sends it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class Message {
        private final OneSleep place = new OneSleep();
        private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), null);
        private final ProgressEngine engine = engine(place, queue);
        private final ReceiveRequest receive = new ReceiveRequest(engine);

        /** Posts the receive. */
        public Message() {
            receive.from("stress", 0, 1, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG, 0)
                    .into(MemorySegment.NULL, 0, null, 0);
            queue.post(receive);
        }

        @Actor
        public void receiver() {
            receive.await((Status) null);
        }

        @Actor
        public void sender() {
            queue.inbox().offer(new Envelope().set(1, 0, 0, 0, 0), MemorySegment.NULL, 0, null);
            engine.signal();
            place.over();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = place.outcome();
        }
    }

    /** An endpoint waits for a request that another thread completes. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class Completion {
        private final OneSleep place = new OneSleep();
        private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), null);
        private final StressedRequest request = new StressedRequest(engine(place, queue));

        @Actor
        public void waiter() {
            request.await((Status) null);
        }

        @Actor
        public void completer() {
            request.complete(0, 0, 0);
            place.over();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = place.outcome();
        }
    }

    /** An endpoint waits for something that never comes; the job fails. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = AWAKE)
    @Outcome(id = "1", expect = ACCEPTABLE, desc = WOKEN)
    @Outcome(id = "2", expect = FORBIDDEN, desc = LOST)
    @State
    public static class FailureOfTheJob {
        private final OneSleep place = new OneSleep();
        private final JobHealth health = new JobHealth();
        private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RealContext.INSTANCE, 2, 8), null);
        private final StressedRequest request = new StressedRequest(new ProgressEngine(
                new CountingContext(), health, new WaitResources(SLEEP_AT_ONCE, NO_PERMITS, place), queue, null));

        /** Waits, and is thrown out. */
        @Actor
        public void waiter() {
            try {
                request.await((Status) null);
            } catch (SennitException e) {
                return; // as it should be
            }
            throw new IllegalStateException("nothing has completed the request");
        }

        @Actor
        public void failing() {
            health.fail("endpoint 1", STOP);
            place.over();
        }

        @Arbiter
        public void outcome(I_Result r) {
            r.r1 = place.outcome();
        }
    }

    private static final Exception STOP = new Exception("stop");

    static ProgressEngine engine(OneSleep place, MatchQueue queue) {
        return new ProgressEngine(
                new CountingContext(),
                new JobHealth(),
                new WaitResources(SLEEP_AT_ONCE, NO_PERMITS, place),
                queue,
                null);
    }
}
