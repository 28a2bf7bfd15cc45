package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Alltoallv and alltoallw: each rank exchanges a message with each rank of other processes, also where there is nothing
 * to send, since only the two know; the members of a process copy what the others' tables say. In place, what comes
 * waits in temporary memory until no member reads the caller's blocks. Two members with different lengths are an error.
 * No restrictions.
 */
public final class PairwiseAlltoallv extends CollectiveAlgorithm {
    public PairwiseAlltoallv() {
        super(
                "pairwise",
                "members copy by each other's tables, ranks of other JVMs exchange messages in turn",
                CollectiveKind.ALLTOALLV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        BlockTable landing = call.isInPlace ? packed(builder, call.receiveBlocks) : call.receiveBlocks;
        int place = builder.own(call.isInPlace ? BufferRef.TEMP : BufferRef.OUT);
        startMessages(builder, call.sendBlocks, landing, place);
        builder.share();
        TeamMeeting.meet(builder);
        int[] ranks = builder.ownRanks();
        for (int i = call.isInPlace ? 1 : 0; i < ranks.length; i++) {
            int member = (builder.member() + i) % ranks.length;
            long at = landing.offset(ranks[member]);
            builder.copyTabled(member, builder.rank(), place, at, landing.bytes(ranks[member]));
        }
        if (builder.processes() > 1) {
            builder.drain();
        }
        TeamMeeting.meet(builder);
        for (int rank = 0; call.isInPlace && rank < builder.size(); rank++) {
            if (rank != builder.rank()) {
                long to = call.receiveBlocks.offset(rank);
                builder.copy(place, landing.offset(rank), builder.own(BufferRef.OUT), to, landing.bytes(rank));
            }
        }
    }

    private static void startMessages(ScheduleBuilder builder, BlockTable sent, BlockTable landing, int place) {
        int n = builder.size();
        for (int s = 1; s < n; s++) {
            int source = (builder.rank() - s + n) % n;
            if (!builder.isHere(source)) {
                builder.receive(source, place, landing.offset(source), landing.bytes(source));
            }
        }
        for (int s = 1; s < n; s++) {
            int target = (builder.rank() + s) % n;
            if (!builder.isHere(target)) {
                builder.send(target, builder.own(BufferRef.IN), sent.offset(target), sent.bytes(target));
            }
        }
    }

    /** Returns the same blocks one after the other in temporary memory. */
    private static BlockTable packed(ScheduleBuilder builder, BlockTable blocks) {
        long[] offsets = new long[blocks.length()];
        long[] bytes = new long[offsets.length];
        long total = 0;
        for (int rank = 0; rank < offsets.length; rank++) {
            offsets[rank] = total;
            bytes[rank] = blocks.bytes(rank);
            total += rank == builder.rank() ? 0 : bytes[rank]; // the caller's own block stays
        }
        long at = builder.temp(total);
        for (int rank = 0; rank < offsets.length; rank++) {
            offsets[rank] += at;
        }
        return new BlockTable(offsets, bytes);
    }
}
