package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Scatter in which the root sends to each rank of another process, and its own process copies from its memory; for one
 * process, and for long blocks, which are not copied on their way. No restrictions.
 */
public final class LinearScatter extends CollectiveAlgorithm {
    public LinearScatter() {
        super(
                "linear",
                "members copy their blocks from the root, ranks of other JVMs get them by message",
                CollectiveKind.SCATTER);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        long bytes = call.bytes;
        if (bytes == 0) {
            return;
        }
        if (!builder.isHere(call.root)) {
            builder.receive(call.root, builder.own(BufferRef.OUT), 0, bytes);
            builder.drain();
            return;
        }
        boolean isSender = builder.rank() == call.root && builder.processes() > 1;
        for (int i = 1; isSender && i < builder.size(); i++) {
            int rank = (call.root + i) % builder.size();
            if (!builder.isHere(rank)) {
                builder.send(rank, builder.own(BufferRef.IN), rank * bytes, bytes);
            }
        }
        int root = builder.map().memberOf(call.root);
        LocalScatter.append(builder, root, BufferRef.IN, rank -> rank * bytes, bytes, call.isInPlace);
        if (isSender) {
            builder.drain();
        }
    }
}
