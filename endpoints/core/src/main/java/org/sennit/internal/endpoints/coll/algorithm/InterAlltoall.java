package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Alltoall, alltoallv and alltoallw across an intercommunicator: each rank exchanges a message with each rank of the
 * other side. For intercommunicators only. (MPI 4.1, sections 6.8 and 6.2.2)
 */
public final class InterAlltoall extends CollectiveAlgorithm {
    public InterAlltoall() {
        super(
                "pairwise across",
                "every rank exchanges with every rank of the other side",
                CollectiveKind.ALLTOALL,
                CollectiveKind.ALLTOALLV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        RankBlocks received = RankBlocks.received(call);
        RankBlocks sent = RankBlocks.sent(call);
        RemotePairs.append(
                builder,
                from -> builder.receiveRemote(
                        from, builder.own(BufferRef.OUT), received.offset(from), received.bytes(from)),
                to -> builder.sendRemote(to, builder.own(BufferRef.IN), sent.offset(to), sent.bytes(to)));
    }
}
