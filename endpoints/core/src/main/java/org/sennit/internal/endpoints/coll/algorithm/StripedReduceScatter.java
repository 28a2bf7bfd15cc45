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
 * Reduce-scatter, of equal blocks or of any: every member computes its own block, straight from the memory of all
 * members of its process. Between processes the leaders send each other the nodes that lie wholly in their own, of the
 * blocks that the other's ranks want. No restrictions.
 */
public final class StripedReduceScatter extends CollectiveAlgorithm {
    private final boolean isInSteps;

    public StripedReduceScatter() {
        super(
                "striped",
                "each rank computes its own block from all operands; leaders exchange partial results",
                CollectiveKind.REDUCE_SCATTER,
                CollectiveKind.REDUCE_SCATTER_BLOCK);
        this.isInSteps = false;
    }

    private StripedReduceScatter(String explanation) {
        super("striped-log2", explanation, CollectiveKind.REDUCE_SCATTER, CollectiveKind.REDUCE_SCATTER_BLOCK);
        this.isInSteps = true;
    }

    /**
     * Returns the algorithm for short operands and many processes: every leader gets all partial results, whole.
     *
     * @return its messages go in log2 steps
     */
    public static StripedReduceScatter inLogSteps() {
        return new StripedReduceScatter("many JVMs: leaders exchange partial results in log2 steps");
    }

    private record Blocks(CollectiveCall call) {
        long offset(int rank) {
            return call.receiveBlocks == null ? call.bytes * rank : call.receiveBlocks.offset(rank);
        }

        long length(int rank) {
            return call.receiveBlocks == null ? call.bytes : call.receiveBlocks.bytes(rank);
        }
    }

    @Override
    public void append(ScheduleBuilder b, CollectiveCall call) {
        Blocks blocks = new Blocks(call);
        int last = b.size() - 1;
        long bytes = blocks.offset(last) + blocks.length(last);
        b.share();
        TeamMeeting.meet(b);
        ReductionBuilder tree;
        Node whole = new Node(0, b.size());
        if (b.processes() == 1) {
            tree = NodeExchange.operands(b, BufferRef.IN);
        } else {
            NodeExchange nodes = new NodeExchange(b, bytes, call.isReordered);
            Stripes stripes = new Stripes(bytes, b.unitBytes(), b.map().workersOf(b.process()));
            if (b.member() < stripes.count()) {
                ReductionBuilder own = nodes.ownNodes(BufferRef.IN);
                b.reduce(own.build(), stripes.offset(b.member()), stripes.length(b.member()));
            }
            TeamMeeting.gather(b, 0);
            if (b.isLeader() && isInSteps) {
                nodes.exchange(NodeExchange.ALL, true);
            } else if (b.isLeader()) {
                exchange(b, nodes, blocks);
            }
            TeamMeeting.release(b, 0);
            tree = nodes.allNodes();
            whole = nodes.whole();
        }
        computeOwn(b, call, tree, whole, blocks.offset(b.rank()), blocks.length(b.rank()));
    }

    /**
     * Appends the computation of this member's stripe. The program moves with the position in the operands; the
     * result's place is reckoned back from there.
     */
    private static void computeOwn(
            ScheduleBuilder b, CollectiveCall call, ReductionBuilder tree, Node whole, long at, long bytes) {
        if (!call.isInPlace) {
            b.reduce(tree.compute(whole, b.own(BufferRef.OUT), -at).build(), at, bytes);
            TeamMeeting.meet(b);
            return;
        }
        long temp = b.temp(bytes); // the result's place is an operand of others
        b.reduce(tree.compute(whole, b.own(BufferRef.TEMP), temp - at).build(), at, bytes);
        TeamMeeting.meet(b);
        b.copy(b.own(BufferRef.TEMP), temp, b.own(BufferRef.OUT), 0, bytes);
    }

    private static void exchange(ScheduleBuilder b, NodeExchange nodes, Blocks blocks) {
        int own = b.process();
        int n = b.processes();
        for (int step = 1; step < n; step++) {
            int from = (own - step + n) % n;
            for (int i = 0; i < nodes.count(from); i++) {
                for (int rank : b.map().ranksOf(own)) {
                    if (blocks.length(rank) > 0) {
                        long at = nodes.place(from, i) + blocks.offset(rank);
                        b.receive(b.map().leaderOf(from), b.own(BufferRef.TEMP), at, blocks.length(rank));
                    }
                }
            }
        }
        for (int step = 1; step < n; step++) {
            int to = (own + step) % n;
            for (int i = 0; i < nodes.count(own); i++) {
                for (int rank : b.map().ranksOf(to)) {
                    if (blocks.length(rank) > 0) {
                        long at = nodes.place(own, i) + blocks.offset(rank);
                        b.send(b.map().leaderOf(to), b.own(BufferRef.TEMP), at, blocks.length(rank));
                    }
                }
            }
        }
        b.drain();
    }
}
