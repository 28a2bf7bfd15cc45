package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Gather in which each rank of another process sends to the root, and the root's process uses its memory; for one
 * process, and for long blocks, which are not copied on their way. No restrictions.
 */
public final class LinearGather extends CollectiveAlgorithm {
    public LinearGather() {
        super(
                "linear",
                "members put their blocks into the root's memory, ranks of other JVMs send them",
                CollectiveKind.GATHER);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        long bytes = call.bytes;
        if (bytes == 0) {
            return;
        }
        if (!builder.isHere(call.root)) {
            builder.send(call.root, builder.own(BufferRef.IN), 0, bytes);
            builder.drain();
            return;
        }
        boolean isReceiver = builder.rank() == call.root && builder.processes() > 1;
        for (int rank = 0; isReceiver && rank < builder.size(); rank++) {
            if (!builder.isHere(rank)) {
                builder.receive(rank, builder.own(BufferRef.OUT), rank * bytes, bytes);
            }
        }
        int root = builder.map().memberOf(call.root);
        LocalGather.append(builder, root, BufferRef.OUT, rank -> rank * bytes, bytes, call.isInPlace);
        if (isReceiver) {
            builder.drain();
        }
    }
}
