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
 * Scan and exscan of any length. In one process the workers each compute all prefixes of a stripe of the elements.
 * Between processes the leaders send each other the nodes that lie wholly in their own, and every member computes its
 * prefix from those and from the operands beside it; a complete subtree left of a rank never cuts another process's
 * node. No restrictions.
 */
public final class StripedScan extends CollectiveAlgorithm {
    private final boolean isInSteps;

    public StripedScan() {
        super(
                "striped",
                "workers compute all prefixes of a stripe; leaders exchange partial results",
                CollectiveKind.SCAN,
                CollectiveKind.EXSCAN);
        this.isInSteps = false;
    }

    private StripedScan(String explanation) {
        super("striped-log2", explanation, CollectiveKind.SCAN, CollectiveKind.EXSCAN);
        this.isInSteps = true;
    }

    /** Returns the algorithm for short operands and many processes; its messages go in log2 steps. */
    public static StripedScan inLogSteps() {
        return new StripedScan("many JVMs: leaders exchange partial results in log2 steps");
    }

    @Override
    public void append(ScheduleBuilder b, CollectiveCall call) {
        boolean isExclusive = call.kind == CollectiveKind.EXSCAN;
        Stripes stripes = new Stripes(call.bytes, b.unitBytes(), b.map().workersOf(b.process()));
        boolean isWorker = b.member() < stripes.count();
        b.share();
        TeamMeeting.meet(b);
        if (b.processes() == 1) {
            if (isWorker) {
                b.reduce(
                        PrefixProgram.of(b.unitBytes(), b.size(), isExclusive, kind(BufferRef.IN), kind(BufferRef.OUT)),
                        stripes.offset(b.member()),
                        stripes.length(b.member()));
            }
            TeamMeeting.meet(b);
            return;
        }
        NodeExchange nodes = new NodeExchange(b, call.bytes, false);
        if (isWorker) {
            ReductionBuilder own = nodes.ownNodes(BufferRef.IN);
            b.reduce(own.build(), stripes.offset(b.member()), stripes.length(b.member()));
        }
        TeamMeeting.gather(b, 0);
        if (b.isLeader()) {
            nodes.exchange(NodeExchange.ALL, isInSteps);
        }
        TeamMeeting.release(b, 0);
        appendOwnPrefix(b, call, nodes, isExclusive ? b.rank() : b.rank() + 1);
    }

    private static void appendOwnPrefix(ScheduleBuilder b, CollectiveCall call, NodeExchange nodes, int end) {
        ReductionBuilder tree = NodeExchange.operands(b, BufferRef.IN);
        nodes.addNodes(tree);
        if (!call.isInPlace) {
            if (end > 0) {
                b.reduce(tree.compute(new Node(0, end), b.own(BufferRef.OUT), 0).build(), 0, call.bytes);
            }
            TeamMeeting.meet(b);
            return;
        }
        long temp = b.temp(call.bytes); // the result's place is an operand of others
        if (end > 0) {
            b.reduce(tree.compute(new Node(0, end), b.own(BufferRef.TEMP), temp).build(), 0, call.bytes);
        }
        TeamMeeting.meet(b);
        if (end > 0) {
            b.copy(b.own(BufferRef.TEMP), temp, b.own(BufferRef.OUT), 0, call.bytes);
        }
    }

    /** Returns the locations of a scan in one process, where ranks and members are the same numbers. */
    private static PrefixProgram.Locations kind(int kind) {
        return new PrefixProgram.Locations() {
            @Override
            public int place(int rank) {
                return BufferRef.of(rank, kind);
            }

            @Override
            public long offset(int rank) {
                return 0;
            }
        };
    }
}
