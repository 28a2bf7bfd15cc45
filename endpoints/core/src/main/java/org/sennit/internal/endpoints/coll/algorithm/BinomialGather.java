package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Gather up a binomial tree of processes: a leader sends the blocks of its subtree in one message, and the root
 * receives a logarithmic number of them; for short blocks of many processes. (MPICH, MPI_Gather)
 */
public final class BinomialGather extends BetweenProcesses {
    public BinomialGather() {
        super(
                "binomial",
                "many JVMs: a leader sends the blocks of its subtree, log2 messages at the root",
                CollectiveKind.GATHER);
    }

    @Override
    void appendBlocks(ScheduleBuilder builder, CollectiveCall call) {
        long bytes = call.bytes;
        ProcessTree tree = new ProcessTree(builder, call.root, bytes);
        long at = builder.temp(tree.collector(), tree.bytes());
        boolean isCollector = builder.member() == tree.collector();
        if (isCollector) {
            tree.forEachChild(
                    (rank, offset, length) -> builder.receive(rank, builder.own(BufferRef.TEMP), at + offset, length));
        }
        if (tree.isRoot()) {
            LocalGather.append(builder, tree.collector(), BufferRef.OUT, rank -> rank * bytes, bytes, call.isInPlace);
        } else {
            LocalGather.append(builder, tree.collector(), BufferRef.TEMP, rank -> at + tree.offset(rank), bytes, false);
        }
        if (isCollector) {
            builder.drain();
            if (tree.isRoot()) {
                RankBlocks blocks = RankBlocks.received(call);
                tree.packed().unpack(builder, builder.own(BufferRef.TEMP), at, blocks, rank -> !builder.isHere(rank));
            } else {
                builder.send(tree.parent(), builder.own(BufferRef.TEMP), at, tree.bytes());
                builder.drain();
            }
        }
    }
}
