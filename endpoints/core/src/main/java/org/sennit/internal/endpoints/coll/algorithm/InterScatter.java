package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Scatter and scatterv across an intercommunicator: the root sends to each rank of the other side; its own side has
 * nothing to do. For intercommunicators only. (MPI 4.1, sections 6.6 and 6.2.2)
 */
public final class InterScatter extends CollectiveAlgorithm {
    public InterScatter() {
        super(
                "linear across",
                "the root sends to every rank of the other side",
                CollectiveKind.SCATTER,
                CollectiveKind.SCATTERV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        if (call.root == CollectiveCall.NOT_ROOT) {
            return;
        }
        if (call.root == CollectiveCall.SELF_ROOT) {
            RankBlocks blocks = RankBlocks.sent(call);
            for (int rank = 0; rank < builder.remoteSize(); rank++) {
                builder.sendRemote(rank, builder.own(BufferRef.IN), blocks.offset(rank), blocks.bytes(rank));
            }
        } else {
            builder.receiveRemote(call.root, builder.own(BufferRef.OUT), 0, call.bytes);
        }
        builder.drain();
    }
}
