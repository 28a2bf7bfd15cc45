package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.sennit.Communicator;
import org.sennit.ObjectRequest;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** One rank's part of the objects of a random program: all receives are posted before the first is sent. */
final class ParcelTraffic {
    private final RandomPlan plan;
    private final int rank;
    private final Communicator communicator;
    private final boolean isWild;
    private final List<Arrival> arrivals = new ArrayList<>();

    /**
     * Makes a rank's part.
     *
     * @param plan the program
     * @param communicator all ranks, for objects alone
     */
    ParcelTraffic(RandomPlan plan, Communicator communicator) {
        this.plan = plan;
        this.communicator = communicator;
        this.rank = communicator.rank();
        this.isWild = (plan.seed() + rank) % 2 == 0;
    }

    /** Posts the receives of a round. */
    void post(List<Operation> open) {
        arrivals.clear();
        for (Parcel parcel : plan.side().parcels()) {
            if (parcel.destination() == rank) {
                Arrival arrival = new Arrival(communicator
                        .nonblocking()
                        .receiveObject(
                                Object.class,
                                isWild ? Communicator.ANY_SOURCE : parcel.source(),
                                isWild ? Communicator.ANY_TAG : parcel.tag()));
                arrivals.add(arrival);
                open.add(arrival);
            }
        }
    }

    /** Sends the objects of a round. */
    void send(int round, List<Operation> open) {
        for (Parcel parcel : plan.side().parcels()) {
            if (parcel.source() == rank) {
                Object value = parcel.value(round);
                switch (parcel.way()) {
                    case BLOCKING -> communicator.sendObject(value, parcel.destination(), parcel.tag());
                    case SHARED -> communicator.shareObject(value, parcel.destination(), parcel.tag());
                    case NONBLOCKING ->
                        open.add(new Departure(
                                communicator.nonblocking().sendObject(value, parcel.destination(), parcel.tag())));
                }
            }
        }
    }

    /** Checks what has come in a round: of each sender its objects in their order. */
    void check(int round) {
        List<Parcel> left = new ArrayList<>(plan.side().parcels());
        left.removeIf(parcel -> parcel.destination() != rank);
        List<Parcel> mine = List.copyOf(left);
        for (int i = 0; i < arrivals.size(); i++) {
            Status status = arrivals.get(i).status;
            int tag = isWild ? status.tag() : mine.get(i).tag();
            int source = isWild ? status.source() : mine.get(i).source();
            Parcel expected = left.stream()
                    .filter(p -> p.source() == source && (isWild || p.tag() == tag))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("nothing is left for the object with " + status));
            left.remove(expected);
            Object value = arrivals.get(i).receive.value();
            if (status.source() != expected.source()
                    || status.tag() != expected.tag()
                    || !Objects.deepEquals(value, expected.value(round))) {
                throw new AssertionError("instead of " + expected + " came with " + status + ": " + value);
            }
        }
    }

    void close() {
        communicator.close();
    }

    /** A receive, and its outcome. */
    private static final class Arrival implements Operation {
        private final ObjectRequest<Object> receive;
        private final Status status = new Status();

        private Arrival(ObjectRequest<Object> receive) {
            this.receive = receive;
        }

        @Override
        public Request request() {
            return receive;
        }

        @Override
        public void done(Status outcome) {
            status.set(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());
        }

        @Override
        public void close() {}
    }

    /** A send. */
    private record Departure(Request request) implements Operation {
        @Override
        public void done(Status outcome) {}

        @Override
        public void close() {}
    }
}
