package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Scatter down a binomial tree of processes: a leader receives the blocks of its subtree in one message, and the root
 * sends a logarithmic number of them; for short blocks of many processes. (MPICH, MPI_Scatter)
 */
public final class BinomialScatter extends BetweenProcesses {
    public BinomialScatter() {
        super("binomial", "many JVMs: down a binomial tree, log2 messages at the root", CollectiveKind.SCATTER);
    }

    @Override
    void appendBlocks(ScheduleBuilder builder, CollectiveCall call) {
        long bytes = call.bytes;
        ProcessTree tree = new ProcessTree(builder, call.root, bytes);
        long at = builder.temp(tree.collector(), tree.bytes());
        boolean isCollector = builder.member() == tree.collector();
        if (isCollector) {
            receive(builder, tree, at, bytes);
            tree.forEachChild(
                    (rank, offset, length) -> builder.send(rank, builder.own(BufferRef.TEMP), at + offset, length));
        }
        if (tree.isRoot()) {
            LocalScatter.append(builder, tree.collector(), BufferRef.IN, rank -> rank * bytes, bytes, call.isInPlace);
        } else {
            LocalScatter.append(
                    builder, tree.collector(), BufferRef.TEMP, rank -> at + tree.offset(rank), bytes, false);
        }
        if (isCollector) {
            builder.drain();
        }
    }

    private static void receive(ScheduleBuilder builder, ProcessTree tree, long at, long bytes) {
        if (!tree.isRoot()) {
            builder.receive(tree.parent(), builder.own(BufferRef.TEMP), at, tree.bytes());
            builder.drain();
            return;
        }
        for (int rank = 0; rank < builder.size(); rank++) {
            if (!builder.isHere(rank)) {
                long to = at + tree.offset(rank);
                builder.copy(builder.own(BufferRef.IN), rank * bytes, builder.own(BufferRef.TEMP), to, bytes);
            }
        }
    }
}
