package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CanonicalTree.Node;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ReductionBuilder;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Stripes;

/**
 * Reduce and allreduce of any length: the workers of a process each reduce a stripe of the elements, straight from all
 * members' memory. Between processes each process owns a stripe: leaders send the others their parts of this process's
 * nodes, each finishes the tree for what it owns, and the results go to the root's process or to all. No restrictions.
 */
public final class StripedReduction extends CollectiveAlgorithm {
    public StripedReduction() {
        super(
                "striped",
                "workers share the elements and read all operands in place; each JVM owns a stripe",
                CollectiveKind.REDUCE,
                CollectiveKind.ALLREDUCE);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        append(builder, call.root, call.bytes, call.isReordered, BufferRef.OUT, 0);
    }

    static void append(ScheduleBuilder b, int root, long bytes, boolean isReordered, int toKind, long toOffset) {
        b.share();
        TeamMeeting.meet(b);
        if (b.processes() == 1) {
            appendInside(b, root, bytes, toKind, toOffset);
        } else {
            appendAcross(b, root, bytes, isReordered, toKind, toOffset);
        }
        TeamMeeting.meet(b); // all memory is its owner's again
    }

    private static Stripes workers(ScheduleBuilder b, long bytes) {
        return new Stripes(bytes, b.unitBytes(), b.map().workersOf(b.process()));
    }

    private static boolean isWorker(ScheduleBuilder b) {
        return b.member() < b.map().workersOf(b.process());
    }

    private static void appendInside(ScheduleBuilder b, int root, long bytes, int toKind, long toOffset) {
        if (!isWorker(b)) {
            return;
        }
        ReductionBuilder program = NodeExchange.operands(b, BufferRef.IN);
        Node whole = new Node(0, b.size());
        if (root >= 0) {
            program.compute(whole, b.placeOf(root, toKind), toOffset);
        } else {
            program.compute(whole, b.own(toKind), toOffset);
            for (int m = 0; m < b.members(); m++) { // while the block is in the cache
                if (m != b.member()) {
                    program.copy(b.own(toKind), toOffset, BufferRef.of(m, toKind), toOffset);
                }
            }
        }
        Stripes stripes = workers(b, bytes);
        b.reduce(program.build(), stripes.offset(b.member()), stripes.length(b.member()));
    }

    private static void appendAcross(
            ScheduleBuilder b, int root, long bytes, boolean isReordered, int toKind, long toOffset) {
        Stripes owned = new Stripes(bytes, b.unitBytes(), b.processes());
        NodeExchange nodes = new NodeExchange(b, bytes, isReordered, owned);
        int own = b.process();
        int rootProcess = root >= 0 ? b.map().processOf(root) : -1;
        int result = root < 0 || own != rootProcess ? 0 : b.map().memberOf(root);
        boolean isResultHere = root < 0 || own == rootProcess;
        // Destination of the result of this process's stripe: the root's memory, or the leader's.
        int to = isResultHere ? BufferRef.of(result, toKind) : BufferRef.of(0, BufferRef.TEMP);
        long at = isResultHere ? toOffset : nodes.place(own, 0); // in place of the first node: each block is read first
        Stripes stripes = workers(b, bytes);
        if (isWorker(b)) {
            b.reduce(nodes.ownNodes(BufferRef.IN).build(), stripes.offset(b.member()), stripes.length(b.member()));
        }
        TeamMeeting.gather(b, 0);
        if (b.isLeader()) {
            exchangeNodes(b, nodes, owned);
        }
        TeamMeeting.release(b, 0);
        if (isWorker(b)) {
            Stripes parts = workers(b, owned.length(own));
            ReductionBuilder tree = nodes.allNodes().compute(nodes.whole(), to, at);
            b.reduce(tree.build(), owned.offset(own) + parts.offset(b.member()), parts.length(b.member()));
        }
        TeamMeeting.gather(b, 0);
        if (b.isLeader()) {
            exchangeResults(b, owned, rootProcess, to, at);
        }
        if (root < 0) {
            TeamMeeting.release(b, 0);
            if (!b.isLeader()) {
                b.copy(to, at, b.own(toKind), toOffset, bytes);
            }
        } else {
            b.nextPhase();
        }
    }

    /** Sends each process its stripe of this process's nodes. */
    private static void exchangeNodes(ScheduleBuilder b, NodeExchange nodes, Stripes owned) {
        int own = b.process();
        int n = b.processes();
        for (int step = 1; step < n; step++) {
            int from = (own - step + n) % n;
            for (int i = 0; i < nodes.count(from) && owned.length(own) > 0; i++) {
                long place = nodes.place(from, i) + owned.offset(own);
                b.receive(b.map().leaderOf(from), b.own(BufferRef.TEMP), place, owned.length(own));
            }
        }
        for (int step = 1; step < n; step++) {
            int to = (own + step) % n;
            for (int i = 0; i < nodes.count(own) && owned.length(to) > 0; i++) {
                long place = nodes.place(own, i) + owned.offset(to);
                b.send(b.map().leaderOf(to), b.own(BufferRef.TEMP), place, owned.length(to));
            }
        }
        b.drain();
    }

    private static void exchangeResults(ScheduleBuilder b, Stripes owned, int rootProcess, int place, long at) {
        int own = b.process();
        int n = b.processes();
        for (int step = 1; step < n; step++) {
            int from = (own - step + n) % n;
            if ((rootProcess < 0 || rootProcess == own) && owned.length(from) > 0) {
                b.receive(b.map().leaderOf(from), place, at + owned.offset(from), owned.length(from));
            }
        }
        for (int step = 1; step < n; step++) {
            int to = (own + step) % n;
            if ((rootProcess < 0 || rootProcess == to) && owned.length(own) > 0) {
                b.send(b.map().leaderOf(to), place, at + owned.offset(own), owned.length(own));
            }
        }
        b.drain();
    }
}
