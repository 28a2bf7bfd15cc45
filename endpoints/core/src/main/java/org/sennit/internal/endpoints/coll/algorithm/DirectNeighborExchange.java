package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.group.Neighborhood;

/**
 * All neighbor collectives, which differ only in where the blocks lie: blocks of neighbors in the process are copied
 * straight from their memory, the others are messages between the neighbors themselves, which are under way meanwhile.
 * A member waits for its neighbors only, and again until those in the process have copied its blocks. No restrictions.
 */
public final class DirectNeighborExchange extends CollectiveAlgorithm {
    public DirectNeighborExchange() {
        super(
                "direct",
                "each rank copies from its neighbors, those of other JVMs send",
                CollectiveKind.NEIGHBOR_ALLGATHER,
                CollectiveKind.NEIGHBOR_ALLGATHERV,
                CollectiveKind.NEIGHBOR_ALLTOALL,
                CollectiveKind.NEIGHBOR_ALLTOALLV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        NeighborBlocks blocks = new NeighborBlocks(call);
        NeighborMeeting meeting = new NeighborMeeting(builder, call.neighbors, blocks);
        meeting.startMessages();
        if (meeting.isReadHere()) {
            builder.share();
            if (call.kind == CollectiveKind.NEIGHBOR_ALLGATHER) {
                builder.showLength(call.bytes); // a neighbor that expects a short block looks only there
            }
        }
        meeting.show();
        copy(builder, call, blocks);
        meeting.end();
    }

    private static void copy(ScheduleBuilder b, CollectiveCall call, NeighborBlocks blocks) {
        Neighborhood near = call.neighbors;
        int to = b.own(BufferRef.OUT);
        for (int i = 0; i < near.sources().length; i++) {
            int source = near.sources()[i];
            if (source < 0 || !b.isHere(source)) {
                continue;
            }
            int slot = near.sourceSlots()[i];
            boolean isSame =
                    call.kind == CollectiveKind.NEIGHBOR_ALLGATHER || call.kind == CollectiveKind.NEIGHBOR_ALLGATHERV;
            if (call.kind == CollectiveKind.NEIGHBOR_ALLGATHER && source != b.rank()) {
                b.checkLength(source, call.bytes); // one of a short block lends no memory
            }
            int entry = isSame ? 0 : slot; // one block for all
            b.copyTabled(b.map().memberOf(source), entry, to, blocks.receiveOffset(i), blocks.receiveBytes(i));
        }
    }
}
