package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Gather and gatherv across an intercommunicator: each rank of the other side sends to the root, whose own side has
 * nothing to do. For intercommunicators only. (MPI 4.1, sections 6.5 and 6.2.2)
 */
public final class InterGather extends CollectiveAlgorithm {
    public InterGather() {
        super(
                "linear across",
                "every rank of the other side sends to the root",
                CollectiveKind.GATHER,
                CollectiveKind.GATHERV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        if (call.root == CollectiveCall.NOT_ROOT) {
            return;
        }
        if (call.root == CollectiveCall.SELF_ROOT) {
            RankBlocks blocks = RankBlocks.received(call);
            for (int rank = 0; rank < builder.remoteSize(); rank++) {
                builder.receiveRemote(rank, builder.own(BufferRef.OUT), blocks.offset(rank), blocks.bytes(rank));
            }
        } else {
            builder.sendRemote(call.root, builder.own(BufferRef.IN), 0, call.bytes);
        }
        builder.drain();
    }
}
