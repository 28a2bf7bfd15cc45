package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.group.Neighborhood;

/**
 * Neighbor allgather of a block that fits into a line: neighbors in the process read it there, so no acknowledgement is
 * needed at the end; the others get messages. Its length goes before it, since a neighbor may expect another one. At
 * most {@link #MOST_BYTES}.
 */
public final class LineNeighborAllgather extends CollectiveAlgorithm {
    /** The longest block that fits into a line, behind its length, in bytes. */
    public static final int MOST_BYTES = BufferRef.LINE_BYTES - Long.BYTES;

    public LineNeighborAllgather() {
        super(
                "line",
                "blocks go with the flag, each rank awaits its neighbors only",
                CollectiveKind.NEIGHBOR_ALLGATHER);
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return call.bytes <= MOST_BYTES;
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        Neighborhood near = call.neighbors;
        NeighborBlocks blocks = new NeighborBlocks(call);
        NeighborMeeting meeting = new NeighborMeeting(builder, near, blocks);
        meeting.startMessages();
        if (meeting.isReadHere()) {
            builder.showLength(call.bytes);
            builder.copy(builder.own(BufferRef.IN), 0, builder.own(BufferRef.LINE), Long.BYTES, call.bytes);
        }
        meeting.show();
        for (int i = 0; i < near.sources().length; i++) {
            int source = near.sources()[i];
            if (source >= 0 && builder.isHere(source)) {
                int to = builder.own(BufferRef.OUT);
                if (source == builder.rank()) {
                    builder.copy(builder.own(BufferRef.IN), 0, to, blocks.receiveOffset(i), call.bytes);
                    continue;
                }
                builder.checkLength(source, call.bytes);
                int line = builder.placeOf(source, BufferRef.LINE);
                builder.copy(line, Long.BYTES, to, blocks.receiveOffset(i), call.bytes);
            }
        }
        meeting.drain();
    }
}
