package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.testkit.SeededRandom;

/** One rank's part in a random program. Draws its own small delays and ways to wait, from the program's seed. */
final class RandomRank {
    private static final int UNUSED_TAG = Integer.MAX_VALUE;

    private final RandomPlan plan;
    private final Communicator[] communicators;
    private final int rank;
    private final SeededRandom random;
    private final Completion completion;

    private final Map<Message, Sending> sends = new HashMap<>();
    private final Map<Receive, Receiving> receives = new HashMap<>();
    private final List<PartitionedSending> partitionedSends = new ArrayList<>();
    private final List<PartitionedReceiving> partitionedReceives = new ArrayList<>();
    private final List<Object> steps;
    private final List<Communicator> made = new ArrayList<>(); // in the first round
    private final List<GroupOperation> groupOperations = new ArrayList<>();
    private ParcelTraffic parcels; // null before the first round, and where there are none

    RandomRank(RandomPlan plan, Communicator[] communicators) {
        this.plan = plan;
        this.communicators = communicators;
        this.rank = communicators[0].rank();
        this.random = new SeededRandom(plan.seed() ^ (rank + 1) * 0x9E3779B97F4A7C15L);
        this.completion = new Completion(random);
        this.steps = plan.steps(rank);
        for (Object step : steps) {
            if (step instanceof Message m) {
                sends.put(m, new Sending(plan, m, communicators[m.communicator()]));
            } else {
                Receive r = (Receive) step;
                receives.put(r, new Receiving(r, communicators[r.communicator()], Oracle.mayFail(plan, rank, r)));
            }
        }
        for (Transfer t : plan.transfers()) { // in this order on both sides
            if (t.source() == rank) {
                partitionedSends.add(new PartitionedSending(plan, t, communicators[t.communicator()]));
            }
            if (t.destination() == rank) {
                partitionedReceives.add(new PartitionedReceiving(plan, t, communicators[t.communicator()]));
            }
        }
    }

    private static List<byte[]> attachBuffers(RandomPlan plan, int rank, Communicator[] communicators) {
        List<byte[]> buffers = new ArrayList<>();
        for (int i = 0; i < communicators.length; i++) {
            int bytes = 8;
            for (Message m : plan.messages()) {
                if (m.source() == rank && m.communicator() == i && m.mode() == SendMode.BUFFERED) {
                    bytes += m.lengthBytes() + Communicator.BUFFER_OVERHEAD_BYTES;
                }
            }
            buffers.add(new byte[bytes]);
            communicators[i].attachBuffer(buffers.getLast());
        }
        return buffers;
    }

    /** Runs the program; throws when something is not as it must be. */
    void run() {
        List<byte[]> buffers = attachBuffers(plan, rank, communicators);
        for (int round = 0; round < plan.rounds(); round++) {
            runRound(round);
            detach(buffers);
            new Oracle(plan, rank, round)
                    .check(plan.receives().get(rank).stream().map(receives::get).toList());
            if (parcels != null) {
                parcels.check(round);
            }
            communicators[0].barrier(); // no rank sends of the next round while another still matches this one
        }
    }

    /** Waits until all buffered messages have gone, so that each round has the whole buffer. */
    private void detach(List<byte[]> buffers) {
        for (int i = 0; i < communicators.length; i++) {
            if (communicators[i].detachBuffer() != buffers.get(i)) {
                throw new AssertionError("another buffer was detached than attached");
            }
            communicators[i].attachBuffer(buffers.get(i));
        }
    }

    private void runRound(int round) {
        exchange(round);
        List<Request> hopeless = postHopeless();
        List<Operation> open = new ArrayList<>();
        for (int i = 0; i < plan.side().generalized(); i++) {
            open.add(new GeneralizedOperation(communicators[0].endpoint(), i, random.nextInt(200)));
        }
        postParcels(round, open);
        for (PartitionedReceiving p : partitionedReceives) {
            p.start(round);
            open.add(p);
        }
        for (PartitionedSending p : partitionedSends) {
            p.start(round, random);
            open.add(p);
        }
        List<GroupOperation> later = startFirstCalls(round, open);
        if (parcels != null) {
            parcels.send(round, open);
        }
        boolean isReceiving = true;
        for (Object step : steps) {
            if (isExchange(step)) {
                continue;
            }
            if (random.nextInt(4) == 0) {
                startNextCall(later, round, open);
            }
            if (step instanceof Message m) {
                if (isReceiving && plan.order() == Order.RECEIVES_FIRST) {
                    communicators[0].barrier(); // all ranks have posted
                    isReceiving = false;
                }
                Sending sending = sends.get(m);
                sending.start(round);
                open.add(sending);
            } else {
                Receiving receiving = receives.get((Receive) step);
                receiving.start();
                open.add(receiving);
            }
            dawdle();
        }
        if (isReceiving && plan.order() == Order.RECEIVES_FIRST) {
            communicators[0].barrier();
        }
        while (!later.isEmpty()) {
            startNextCall(later, round, open);
        }
        partitionedSends.forEach(p -> p.ready(0));
        partitionedReceives.forEach(p -> p.lookAt(random.nextInt(p.transfer().receivePartitions())));
        open.removeIf(o -> o.request() == null && o.future() == null);
        completion.complete(open);
        hopeless.forEach(RandomRank::cancel);
    }

    private void postParcels(int round, List<Operation> open) {
        if (round == 0 && !plan.side().parcels().isEmpty()) {
            parcels = new ParcelTraffic(plan, communicators[0].duplicate());
        }
        if (parcels != null) {
            parcels.post(open);
        }
    }

    /**
     * Makes communicators, and does what all ranks do together, while messages wait; then the collectives that may
     * block. Returns those that come later.
     */
    private List<GroupOperation> startFirstCalls(int round, List<Operation> open) {
        if (round == 0) {
            for (Birth birth : plan.births()) {
                made.add(birth.of(communicators[0]));
            }
            plan.side().phases().forEach(phase -> phase.run(communicators[0]));
            for (GroupCall call : plan.calls()) {
                int own = call.group();
                groupOperations.add(new GroupOperation(
                        call, own < communicators.length ? communicators[own] : made.get(own - communicators.length)));
            }
        }
        List<GroupOperation> later = new ArrayList<>(groupOperations);
        for (GroupOperation operation : groupOperations) {
            if (operation.call().isFirst()) {
                later.remove(operation);
                operation.start(round);
                open.add(operation);
            }
        }
        return later;
    }

    /** The next one, or one of the persistent ones, which each rank starts in an order of its own. */
    private void startNextCall(List<GroupOperation> later, int round, List<Operation> open) {
        if (!later.isEmpty()) {
            GroupOperation drawn = later.get(random.nextInt(later.size()));
            GroupOperation next = drawn.isPersistent() ? drawn : later.getFirst();
            later.remove(next);
            next.start(round);
            open.add(next);
        }
    }

    /** Receives that nothing is ever sent to, between the others in the queue. */
    private List<Request> postHopeless() {
        List<Request> requests = new ArrayList<>();
        for (int i = random.nextInt(4) - 2; i > 0; i--) {
            int source = random.nextBoolean() ? Communicator.ANY_SOURCE : random.nextInt(plan.ranks());
            requests.add(random.oneOf(communicators).nonblocking().receive(new byte[1], source, UNUSED_TAG));
        }
        return requests;
    }

    private static void cancel(Request request) {
        if (request.test()) {
            throw new AssertionError("a receive has got what no rank has sent");
        }
        request.cancel();
        if (!request.await().isCancelled()) {
            throw new AssertionError("a receive that nothing is sent to could not be cancelled");
        }
    }

    private static boolean isExchange(Object step) {
        return (step instanceof Message m ? m.way() : ((Receive) step).way()) == Way.EXCHANGE;
    }

    private void exchange(int round) {
        if (!plan.hasExchange()) {
            return;
        }
        Sending out = sends.values().stream()
                .filter(s -> s.message().way() == Way.EXCHANGE)
                .findFirst()
                .orElseThrow();
        Receiving in = receives.values().stream()
                .filter(r -> r.receive().way() == Way.EXCHANGE)
                .findFirst()
                .orElseThrow();
        out.fill(round);
        in.begin();
        if (plan.isReplacing()) {
            replace(round, out.message(), in);
        } else {
            sendAndReceive(out, in);
        }
        out.done(null);
    }

    private void sendAndReceive(Sending out, Receiving in) {
        Message m = out.message();
        Receive r = in.receive();
        Communicator communicator = communicators[m.communicator()];
        if (plan.isExchangeBlocking()) {
            in.inOneCall(() -> communicator.sendReceive(
                    out.piece().memory(),
                    out.piece().layout(),
                    m.destination(),
                    m.tag(),
                    in.piece().memory(),
                    in.piece().layout(),
                    r.source(),
                    r.tag(),
                    in.status()));
        } else {
            Request both = communicator
                    .nonblocking()
                    .sendReceive(
                            out.piece().memory(),
                            out.piece().layout(),
                            m.destination(),
                            m.tag(),
                            in.piece().memory(),
                            in.piece().layout(),
                            r.source(),
                            r.tag());
            in.inOneCall(() -> both.await(in.status()));
        }
    }

    /** What is sent lies where the other message comes. */
    private void replace(int round, Message m, Receiving in) {
        Communicator communicator = communicators[m.communicator()];
        Receive r = in.receive();
        Piece piece = in.piece();
        piece.fill(plan.number(m, round));
        if (plan.isExchangeBlocking()) {
            in.inOneCall(() -> communicator.sendReceiveReplace(
                    piece.memory(), piece.layout(), m.destination(), m.tag(), r.source(), r.tag(), in.status()));
        } else {
            Request both = communicator
                    .nonblocking()
                    .sendReceiveReplace(piece.memory(), piece.layout(), m.destination(), m.tag(), r.source(), r.tag());
            in.inOneCall(() -> both.await(in.status()));
        }
    }

    /** Now and then something that changes nothing but the timing. */
    private void dawdle() {
        switch (random.nextInt(16)) {
            case 0 -> communicators[0].nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null);
            case 1 -> Thread.yield();
            case 2 -> {
                for (int i = random.nextInt(2000); i > 0; i--) {
                    Thread.onSpinWait();
                }
            }
            default -> {}
        }
    }

    /** Lets go of memory and requests. */
    void close() {
        sends.values().forEach(Sending::close);
        receives.values().forEach(Receiving::close);
        partitionedSends.forEach(PartitionedSending::close);
        partitionedReceives.forEach(PartitionedReceiving::close);
        groupOperations.forEach(GroupOperation::close);
        made.forEach(Communicator::close);
        if (parcels != null) {
            parcels.close();
        }
        for (Communicator communicator : communicators) {
            communicator.detachBuffer();
        }
    }
}
