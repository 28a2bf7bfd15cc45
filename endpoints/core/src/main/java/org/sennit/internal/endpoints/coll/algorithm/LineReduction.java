package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CanonicalTree.Node;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ReductionBuilder;
import org.sennit.internal.endpoints.coll.schedule.ReductionProgram;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Reduce and allreduce of operands that fit into a line. In one process of few members all read all lines and compute
 * the result themselves: one crossing, and where an operand is longer than a line, a page takes its place. Otherwise
 * one member reads the lines, of more members than cores the last one that comes; leaders tell each other the nodes
 * that lie wholly in their process, and finish the tree: directly, or among many processes in a logarithmic number of
 * steps. At most {@link BufferRef#LINE_BYTES}, in one process of few members {@link BufferRef#PAGE_BYTES}.
 */
public final class LineReduction extends CollectiveAlgorithm {
    private final boolean isInSteps;

    public LineReduction() {
        super(
                "line",
                "operands go with the flag; few members of one JVM all compute the result, one crossing",
                CollectiveKind.REDUCE,
                CollectiveKind.ALLREDUCE);
        this.isInSteps = false;
    }

    private LineReduction(String explanation) {
        super("line-log2", explanation, CollectiveKind.REDUCE, CollectiveKind.ALLREDUCE);
        this.isInSteps = true;
    }

    /** Returns the algorithm for many processes; its messages go in log2 steps. */
    public static LineReduction inLogSteps() {
        return new LineReduction("many JVMs: operands go with the flag; leaders gather partial results in log2 steps");
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return TeamMeeting.carries(map, call.bytes);
    }

    @Override
    public void append(ScheduleBuilder b, CollectiveCall call) {
        int toKind = BufferRef.OUT;
        int root = call.root;
        long bytes = call.bytes;
        int carrier = TeamMeeting.carrier(b, bytes);
        b.copy(b.own(BufferRef.IN), 0, b.own(carrier), 0, bytes);
        if (b.processes() > 1) {
            appendAcross(b, call, toKind);
        } else if (root >= 0) {
            TeamMeeting.gather(b, b.map().memberOf(root));
            if (b.rank() == root) {
                b.reduce(whole(b, carrier, b.own(toKind)), 0, bytes);
            }
        } else if (TeamMeeting.isFlat(b)) {
            TeamMeeting.meet(b);
            b.reduce(whole(b, carrier, b.own(toKind)), 0, bytes);
        } else {
            if (b.isCrowded()) {
                b.meet(b.nextPhase(), bytes);
            } else {
                TeamMeeting.gather(b, 0);
                if (b.isLeader()) {
                    b.reduce(whole(b, carrier, b.own(carrier)), 0, bytes);
                }
                TeamMeeting.release(b, 0);
            }
            b.copy(BufferRef.of(0, BufferRef.LINE), 0, b.own(toKind), 0, bytes);
        }
    }

    private static ReductionProgram whole(ScheduleBuilder b, int carrier, int place) {
        return NodeExchange.operands(b, carrier)
                .compute(new Node(0, b.size()), place, 0)
                .build();
    }

    private void appendAcross(ScheduleBuilder b, CollectiveCall call, int toKind) {
        int root = call.root;
        long bytes = call.bytes;
        TeamMeeting.gather(b, 0);
        int rootProcess = root >= 0 ? b.map().processOf(root) : -1;
        boolean isResultHere = root < 0 || b.process() == rootProcess;
        if (b.isLeader()) {
            NodeExchange nodes = new NodeExchange(b, bytes, call.isReordered);
            b.reduce(nodes.ownNodes(BufferRef.LINE).build(), 0, bytes);
            nodes.exchange(root < 0 ? NodeExchange.ALL : rootProcess, isInSteps);
            if (isResultHere) {
                ReductionBuilder tree = nodes.allNodes();
                b.reduce(tree.compute(nodes.whole(), b.own(BufferRef.LINE), 0).build(), 0, bytes);
            }
        }
        if (isResultHere) {
            TeamMeeting.release(b, 0);
            if (root < 0 || b.rank() == root) {
                b.copy(BufferRef.of(0, BufferRef.LINE), 0, b.own(toKind), 0, bytes);
            }
        } else {
            b.nextPhase();
        }
    }
}
