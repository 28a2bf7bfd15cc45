package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Allgather and allgatherv across an intercommunicator: each rank sends its block to each rank of the other side.
 * Nothing is gathered on the way: the two sides need not lie in processes that share anything, and in one process a
 * message is a copy from memory to memory. For intercommunicators only. (MPI 4.1, sections 6.7 and 6.2.2)
 */
public final class InterAllgather extends CollectiveAlgorithm {
    public InterAllgather() {
        super(
                "pairwise across",
                "every rank sends to every rank of the other side",
                CollectiveKind.ALLGATHER,
                CollectiveKind.ALLGATHERV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        RankBlocks blocks = RankBlocks.received(call);
        RemotePairs.append(
                builder,
                from -> builder.receiveRemote(
                        from, builder.own(BufferRef.OUT), blocks.offset(from), blocks.bytes(from)),
                to -> builder.sendRemote(to, builder.own(BufferRef.IN), 0, call.bytes));
    }
}
