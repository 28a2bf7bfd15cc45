package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Alltoall in which each rank exchanges a message with each rank of other processes, and the members of a process copy
 * from each other meanwhile; for one process, for processes of one member each, and for long blocks, which are not
 * copied on their way. In step s, rank r sends to r + s and receives from r − s, so that no rank is the first target of
 * all. No restrictions.
 */
public final class PairwiseAlltoall extends CollectiveAlgorithm {
    public PairwiseAlltoall() {
        super(
                "pairwise",
                "members copy from each other, ranks of other JVMs exchange messages in turn",
                CollectiveKind.ALLTOALL);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        long bytes = call.bytes;
        if (bytes == 0) {
            return;
        }
        LocalAlltoall local = new LocalAlltoall(builder, call, false);
        long landing = call.isInPlace && builder.processes() > 1 ? builder.temp(builder.size() * bytes) : 0;
        int to = builder.own(call.isInPlace ? BufferRef.TEMP : BufferRef.OUT);
        int n = builder.size();
        for (int s = 1; s < n; s++) {
            int source = (builder.rank() - s + n) % n;
            if (!builder.isHere(source)) {
                builder.receive(source, to, landing + source * bytes, bytes);
            }
        }
        for (int s = 1; s < n; s++) {
            int target = (builder.rank() + s) % n;
            if (!builder.isHere(target)) {
                builder.send(target, builder.own(BufferRef.IN), target * bytes, bytes);
            }
        }
        local.begin();
        local.copy(call.isInPlace);
        if (builder.processes() > 1) {
            builder.drain();
        }
        local.end();
        for (int rank = 0; call.isInPlace && rank < n; rank++) {
            if (!builder.isHere(rank)) {
                builder.copy(to, landing + rank * bytes, builder.own(BufferRef.OUT), rank * bytes, bytes);
            }
        }
    }
}
