package org.sennit.endpoints.coll.algorithm;

import org.sennit.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.endpoints.coll.schedule.CollectiveCall;
import org.sennit.endpoints.coll.schedule.CollectiveKind;
import org.sennit.endpoints.coll.schedule.Place;
import org.sennit.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.endpoints.coll.schedule.Spread;
import org.sennit.endpoints.group.Neighbourhood;

/**
 * All neighbour collectives, which differ only in where the blocks lie: blocks of neighbours in the process are copied
 * straight from their memory, the others are messages between the neighbours themselves, which are under way meanwhile. A
 * member waits for its neighbours only, and again until those in the process have copied its blocks. No restrictions.
 */
public final class DirectNeighbourExchange implements CollectiveAlgorithm {
    /** Makes the algorithm. */
    public DirectNeighbourExchange() {}

    @Override
    public String name() {
        return "direct";
    }

    @Override
    public String explain() {
        return "everybody copies from its neighbours, those of other JVMs send";
    }

    @Override
    public boolean suits(CollectiveCall call, Spread spread) {
        return switch (call.kind) {
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV -> true;
            default -> false;
        };
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        NeighbourBlocks blocks = new NeighbourBlocks(call);
        NeighbourMeeting meeting = new NeighbourMeeting(builder, call.neighbours, blocks);
        meeting.startMessages();
        if (meeting.isReadHere()) {
            builder.share();
        }
        meeting.show();
        copy(builder, call, blocks);
        meeting.end();
    }

    private static void copy(ScheduleBuilder b, CollectiveCall call, NeighbourBlocks blocks) {
        Neighbourhood near = call.neighbours;
        int to = b.own(Place.OUT);
        for (int i = 0; i < near.sources().length; i++) {
            int source = near.sources()[i];
            if (source < 0 || !b.isHere(source)) {
                continue;
            }
            int slot = near.sourceSlots()[i];
            if (call.kind == CollectiveKind.NEIGHBOR_ALLTOALLV) {
                b.copyTabled(b.spread().memberOf(source), slot, to, blocks.receiveOffset(i), blocks.receiveBytes(i));
            } else {
                int from = b.placeOf(source, Place.IN);
                b.copy(from, blocks.sendOffset(slot), to, blocks.receiveOffset(i), blocks.receiveBytes(i));
            }
        }
    }
}
