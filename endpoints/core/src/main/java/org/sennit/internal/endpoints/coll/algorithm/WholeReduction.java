package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Stripes;

/**
 * Reduce and allreduce between processes with one crossing: the root's process, or each, has all nodes whole, and
 * finishes the whole tree; directly, or among many processes in a logarithmic number of steps. The operand of a process
 * with one member goes as it lies. Several processes; directly at most {@value #MOST_BYTES_OF_FEW} bytes and {@value
 * TeamMeeting#FLAT_MEMBERS} members of a process, and more than a line, unless each has one.
 */
public final class WholeReduction extends CollectiveAlgorithm {
    /** The longest operand among JVMs of which one has several members. */
    private static final int MOST_BYTES_OF_FEW = 64 * 1024;

    private final boolean isInSteps;

    public WholeReduction() {
        this("whole", "few JVMs: leaders send their partial results to all, one crossing", false);
    }

    private WholeReduction(String name, String explanation, boolean isInSteps) {
        super(name, explanation, CollectiveKind.REDUCE, CollectiveKind.ALLREDUCE);
        this.isInSteps = isInSteps;
    }

    /** Returns the algorithm for many processes; its messages go in log2 steps. */
    public static WholeReduction inLogSteps() {
        return new WholeReduction(
                "whole-log2", "many JVMs: leaders gather partial results in log2 steps; each has all of them", true);
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return map.processes() > 1 && (isInSteps || map.size() == map.processes() || areFew(call, map));
    }

    /** Where JVMs have several members, each of these adds all operands, of which no two may lie side by side. */
    private static boolean areFew(CollectiveCall call, ProcessMap map) {
        for (int process = 0; process < map.processes(); process++) {
            if (map.ranksOf(process).length > TeamMeeting.FLAT_MEMBERS) {
                return false;
            }
        }
        return call.bytes > BufferRef.LINE_BYTES && call.bytes <= MOST_BYTES_OF_FEW;
    }

    /**
     * The cube of the number of partners: each sends and adds whole operands of all others, in place of two stripes of
     * them. (Allreduce of two JVMs on two cores: 128 B 1.2 µs instead of 3.0, 64 KiB 20 instead of 28, 1 MiB 404
     * instead of 436, 4 MiB 1,510 instead of 1,383; of four: 1 KiB 13 instead of 36, 16 KiB 43 instead of 47, 64 KiB
     * 127 instead of 120.)
     */
    @Override
    public long weight(int processes) {
        long partners = processes - 1L;
        return isInSteps ? 1 : Math.max(1, partners * partners * partners);
    }

    @Override
    public void append(ScheduleBuilder b, CollectiveCall call) {
        if (b.members() > 1) {
            b.share();
            TeamMeeting.meet(b);
        }
        appendReduction(b, call);
        if (b.members() > 1) {
            TeamMeeting.meet(b); // all memory is its owner's again
        }
    }

    private void appendReduction(ScheduleBuilder b, CollectiveCall call) {
        int root = call.root;
        long bytes = call.bytes;
        boolean isStraight = b.members() == 1 && !isInSteps;
        NodeExchange nodes = isStraight
                ? NodeExchange.straight(b, bytes, call.isReordered)
                : new NodeExchange(b, bytes, call.isReordered);
        int rootProcess = root >= 0 ? b.map().processOf(root) : NodeExchange.ALL;
        int workers = b.map().workersOf(b.process());
        if (!isStraight && b.member() < workers) {
            Stripes stripes = new Stripes(bytes, b.unitBytes(), workers);
            b.reduce(nodes.ownNodes(BufferRef.IN).build(), stripes.offset(b.member()), stripes.length(b.member()));
        }
        TeamMeeting.gather(b, 0);
        if (b.isLeader()) {
            nodes.exchange(rootProcess, isInSteps);
        }
        if (root >= 0 && b.process() != rootProcess) {
            b.nextPhase();
            return;
        }
        TeamMeeting.release(b, 0);
        if (root < 0 || b.rank() == root) { // each member computes its own result
            int to = b.own(BufferRef.OUT);
            b.reduce(nodes.allNodes().compute(nodes.whole(), to, 0).build(), 0, bytes);
        }
    }
}
