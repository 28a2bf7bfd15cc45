package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.sennit.conformance.random.RandomPlan.Message;
import org.sennit.conformance.random.RandomPlan.Receive;
import org.sennit.endpoints.api.Communicator;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.request.Request;
import org.sennit.runtime.request.Status;
import org.sennit.testkit.SeededRandom;

/**
 * One rank's part in a random case, and the oracle over what it received: receives taken in the order of posting, each
 * has got, of the sender that its status names, the first message that fits it and that no earlier receive has got.
 * That is MPI's rule of order (MPI 4.1, section 3.5), and it leaves open only which sender a wildcard takes.
 */
final class RandomRank {
    private final RandomPlan plan;
    private final Communicator[] communicators;
    private final int rank;
    private final SeededRandom random;

    private final List<MemoryKind.Piece> sent = new ArrayList<>();
    private final List<Request> sends = new ArrayList<>();
    private final List<Posted> posted = new ArrayList<>();

    /** A receive on its way, and what it got. */
    private final class Posted {
        final Receive receive;
        final MemoryKind.Piece piece;
        final Status status = new Status();
        Request request;
        boolean isDone;
        boolean isTruncated;

        Posted(Receive receive) {
            this.receive = receive;
            this.piece = receive.memory().allocate(receive.capacity(), receive.offset());
        }

        void start() {
            Communicator communicator = communicators[receive.communicator()];
            if (receive.isBlocking()) {
                finish(() ->
                        communicator.receive(piece.memory(), piece.layout(), receive.source(), receive.tag(), status));
            } else {
                request = communicator.receiveNonblocking(
                        piece.memory(), piece.layout(), receive.source(), receive.tag());
            }
        }

        void finish(Runnable wait) {
            try {
                wait.run();
            } catch (SennitException e) {
                if (e.errorClass() != ErrorClass.TRUNCATE) {
                    throw e;
                }
                isTruncated = true;
            }
            isDone = true;
        }
    }

    RandomRank(RandomPlan plan, Communicator[] communicators) {
        this.plan = plan;
        this.communicators = communicators;
        this.rank = communicators[0].rank();
        this.random = new SeededRandom(plan.seed ^ (rank + 1) * 0x9E3779B97F4A7C15L);
    }

    /** Runs the case; throws when something is not as it must be. */
    void run() {
        if (plan.isReceivingFirst) {
            postAll();
            communicators[0].barrier(); // everybody has posted: sends of any length may block
            sendAll();
        } else {
            sendAll();
            if (random.nextBoolean()) {
                communicators[0].probeNonblocking(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null);
            }
            postAll();
        }
        complete();
        Request.awaitAll(sends.toArray(Request[]::new));
        check();
        sent.forEach(MemoryKind.Piece::close);
        posted.forEach(p -> p.piece.close());
    }

    private void postAll() {
        for (Receive receive : plan.receivesOf.get(rank)) {
            Posted p = new Posted(receive);
            posted.add(p);
            p.start();
        }
    }

    private void sendAll() {
        for (Message m : plan.messages) {
            if (m.source() != rank) {
                continue;
            }
            MemoryKind.Piece piece = m.memory().allocate(m.length(), m.offset());
            piece.fill(m.number());
            sent.add(piece);
            Communicator communicator = communicators[m.communicator()];
            if (m.isBlocking()) {
                communicator.send(piece.memory(), piece.layout(), m.destination(), m.tag());
                piece.fill(~m.number()); // the memory is ours again
            } else {
                sends.add(communicator.sendNonblocking(piece.memory(), piece.layout(), m.destination(), m.tag()));
            }
        }
    }

    private void complete() {
        List<Posted> open = new ArrayList<>(posted);
        open.removeIf(p -> p.isDone);
        Collections.shuffle(open, new Random(random.nextLong()));
        while (!open.isEmpty()) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    Posted p = open.removeLast();
                    p.finish(() -> p.request.await(p.status));
                }
                case 1 -> {
                    Posted p = open.removeLast();
                    p.finish(() -> {
                        while (!p.request.test(p.status)) {
                            Thread.onSpinWait();
                        }
                    });
                }
                default -> completeAny(open);
            }
        }
    }

    private static void completeAny(List<Posted> open) {
        Request[] requests = open.stream().map(p -> p.request).toArray(Request[]::new);
        Status status = new Status();
        int[] index = new int[1];
        try {
            index[0] = Request.awaitAny(requests, status);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.TRUNCATE) {
                throw e;
            }
            index[0] = indexOfTaken(requests);
            open.get(index[0]).isTruncated = true;
            status.clear();
        }
        Posted p = open.remove(index[0]);
        p.status.set(status.source(), status.tag(), status.countBytes(), false);
        p.isDone = true;
    }

    private static int indexOfTaken(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i].isInactive()) {
                return i;
            }
        }
        throw new AssertionError("awaitAny failed and has taken no outcome");
    }

    // ---- the oracle ----

    private void check() {
        List<Message> left = new ArrayList<>(plan.messages);
        left.removeIf(m -> m.destination() != rank);
        for (Posted p : posted) {
            int source = p.isTruncated ? p.receive.source() : p.status.source();
            Message m = first(p.receive, source, left);
            if (m == null) {
                throw wrong(p, "no message of that sender is left for it");
            }
            left.remove(m);
            if (p.isTruncated != m.length() > p.receive.capacity()) {
                throw wrong(p, (p.isTruncated ? "truncated, but should have got " : "should be truncated by ") + m);
            }
            if (p.isTruncated) {
                p.piece.check(0, 0, story(p) + " truncated by " + m);
                continue;
            }
            if (m.tag() != p.status.tag() || m.length() != p.status.countBytes()) {
                throw wrong(p, "it should have got " + m);
            }
            p.piece.check(m.number(), m.length(), story(p) + " message=" + m);
        }
        if (!left.isEmpty()) {
            throw new AssertionError("seed=" + plan.seed + " rank=" + rank + " messages never came: " + left);
        }
    }

    private static Message first(Receive receive, int source, List<Message> left) {
        for (Message m : left) {
            if (m.source() == source && receive.fits(m)) {
                return m;
            }
        }
        return null;
    }

    private String story(Posted p) {
        return "seed=" + plan.seed + " rank=" + rank + " receive=" + posted.indexOf(p) + " " + p.receive;
    }

    private AssertionError wrong(Posted p, String what) {
        return new AssertionError(story(p) + " got " + p.status + ": " + what);
    }
}
