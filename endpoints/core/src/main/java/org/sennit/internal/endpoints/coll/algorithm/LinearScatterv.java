package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Scatterv: only the root knows all lengths and places, so the members of its process copy what its table says, and it
 * sends to each rank of another process, also where there is nothing to send. A block that is not as long as its
 * receiver says is an error. No restrictions.
 */
public final class LinearScatterv extends CollectiveAlgorithm {
    public LinearScatterv() {
        super(
                "linear",
                "only the root knows the counts: members copy by its table, others get a message",
                CollectiveKind.SCATTERV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        if (!builder.isHere(call.root)) {
            builder.receive(call.root, builder.own(BufferRef.OUT), 0, call.bytes);
            builder.drain();
            return;
        }
        int source = builder.map().memberOf(call.root);
        boolean isRoot = builder.member() == source;
        if (isRoot) {
            builder.share();
            send(builder, call);
        }
        TeamMeeting.release(builder, source);
        if (!isRoot || !call.isInPlace) {
            builder.copyTabled(source, builder.rank(), builder.own(BufferRef.OUT), 0, call.bytes);
        }
        if (isRoot && builder.processes() > 1) {
            builder.drain();
        }
        TeamMeeting.gather(builder, source); // the root's memory is its own again
    }

    private static void send(ScheduleBuilder builder, CollectiveCall call) {
        for (int i = 1; i < builder.size(); i++) {
            int rank = (call.root + i) % builder.size();
            if (!builder.isHere(rank)) {
                builder.send(
                        rank, builder.own(BufferRef.IN), call.sendBlocks.offset(rank), call.sendBlocks.bytes(rank));
            }
        }
    }
}
