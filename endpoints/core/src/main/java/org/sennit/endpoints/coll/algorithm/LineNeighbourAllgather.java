package org.sennit.endpoints.coll.algorithm;

import org.sennit.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.endpoints.coll.schedule.CollectiveCall;
import org.sennit.endpoints.coll.schedule.CollectiveKind;
import org.sennit.endpoints.coll.schedule.Place;
import org.sennit.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.endpoints.coll.schedule.Spread;
import org.sennit.endpoints.group.Neighbourhood;

/**
 * Neighbour allgather of a block that fits into a line: neighbours in the process read it there, so nobody is waited for at
 * the end; the others get messages. At most {@link Place#LINE_BYTES}.
 */
public final class LineNeighbourAllgather implements CollectiveAlgorithm {
    /** Makes the algorithm. */
    public LineNeighbourAllgather() {}

    @Override
    public String name() {
        return "line";
    }

    @Override
    public String explain() {
        return "blocks go with the flag, everybody awaits its neighbours only";
    }

    @Override
    public boolean suits(CollectiveCall call, Spread spread) {
        return call.kind == CollectiveKind.NEIGHBOR_ALLGATHER && call.bytes <= Place.LINE_BYTES;
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        Neighbourhood near = call.neighbours;
        NeighbourBlocks blocks = new NeighbourBlocks(call);
        NeighbourMeeting meeting = new NeighbourMeeting(builder, near, blocks);
        meeting.startMessages();
        if (meeting.isReadHere()) {
            builder.copy(builder.own(Place.IN), 0, builder.own(Place.LINE), 0, call.bytes);
        }
        meeting.show();
        for (int i = 0; i < near.sources().length; i++) {
            int source = near.sources()[i];
            if (source >= 0 && builder.isHere(source)) {
                int from = builder.placeOf(source, source == builder.rank() ? Place.IN : Place.LINE);
                builder.copy(from, 0, builder.own(Place.OUT), blocks.receiveOffset(i), call.bytes);
            }
        }
        meeting.drain();
    }
}
