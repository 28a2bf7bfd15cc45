package org.sennit.endpoints.coll.algorithm;

import org.sennit.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.endpoints.coll.schedule.CollectiveCall;
import org.sennit.endpoints.coll.schedule.CollectiveKind;
import org.sennit.endpoints.coll.schedule.Place;
import org.sennit.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.endpoints.coll.schedule.Spread;

/**
 * Allgather and allgatherv over processes: each leader packs the blocks of its process, the leaders exchange them, and
 * the members copy from their leader. How the leaders exchange is the subclass's. Where the ranks of every process follow
 * each other and blocks are equally long, the leader's result is the packed memory itself.
 *
 * <p>Short blocks reach the leader by lines, and all else comes from the leader. Long ones the members of a process read
 * from each other while the leaders exchange.
 *
 * <p>Restriction: more than one process.
 */
abstract class LeaderAllgather implements CollectiveAlgorithm {
    LeaderAllgather() {}

    /** The process whose blocks come first in the packed memory of a process. */
    abstract int firstProcess(int ownProcess);

    /** The leader's part: its process's blocks are packed, those of the others come. */
    abstract void exchange(ScheduleBuilder builder, PackedBlocks packed, int place, long at);

    @Override
    public final boolean suits(CollectiveCall call, Spread spread) {
        return (call.kind == CollectiveKind.ALLGATHER || call.kind == CollectiveKind.ALLGATHERV)
                && spread.processes() > 1;
    }

    @Override
    public final void append(ScheduleBuilder builder, CollectiveCall call) {
        RankBlocks blocks = RankBlocks.received(call, builder.size());
        if (blocks.longest() == 0) {
            return;
        }
        int first = firstProcess(builder.process());
        PackedBlocks packed = new PackedBlocks(builder.spread(), first, blocks::bytes);
        boolean isStraight =
                call.kind == CollectiveKind.ALLGATHER && first == 0 && PackedBlocks.areAllConsecutive(builder.spread());
        int place = Place.of(0, isStraight ? Place.OUT : Place.TEMP);
        long at = isStraight ? 0 : builder.leaderTemp(packed.total());
        boolean isShort = blocks.longest() <= Place.LINE_BYTES;
        DirectAllgather.publish(builder, blocks, isShort);
        if (isShort) {
            appendShort(builder, call, blocks, packed, place, at);
        } else {
            appendLong(builder, call, blocks, packed, place, at);
        }
    }

    private void appendShort(
            ScheduleBuilder builder, CollectiveCall call, RankBlocks blocks, PackedBlocks packed, int place, long at) {
        TeamMeeting.gather(builder, 0);
        if (builder.isLeader()) {
            builder.share();
            pack(builder, call, blocks, packed, place, at, true);
            exchange(builder, packed, place, at);
        }
        TeamMeeting.release(builder, 0);
        unpack(builder, call, blocks, packed, place, at, true);
        TeamMeeting.gather(builder, 0); // the leader's memory is its own again
    }

    private void appendLong(
            ScheduleBuilder builder, CollectiveCall call, RankBlocks blocks, PackedBlocks packed, int place, long at) {
        TeamMeeting.meet(builder);
        if (builder.isLeader()) {
            pack(builder, call, blocks, packed, place, at, false);
            exchange(builder, packed, place, at);
        } else {
            DirectAllgather.copyOwnProcess(builder, call, blocks, false);
        }
        TeamMeeting.release(builder, 0);
        unpack(builder, call, blocks, packed, place, at, builder.isLeader());
        TeamMeeting.meet(builder);
    }

    private static void pack(
            ScheduleBuilder builder,
            CollectiveCall call,
            RankBlocks blocks,
            PackedBlocks packed,
            int place,
            long at,
            boolean isShort) {
        for (int rank : builder.ownRanks()) {
            int from = builder.placeOf(rank, isShort && rank != builder.rank() ? Place.LINE : Place.IN);
            boolean isThere = rank == builder.rank() && call.isInPlace && Place.kind(place) == Place.OUT;
            if (!isThere) {
                builder.copy(from, 0, place, at + packed.offset(rank), blocks.bytes(rank));
            }
        }
    }

    /**
     * Brings the blocks of other processes, or of all, to the result; nothing where the result is the packed memory. In
     * place, the own block is there, and others may be reading it.
     */
    private static void unpack(
            ScheduleBuilder builder,
            CollectiveCall call,
            RankBlocks blocks,
            PackedBlocks packed,
            int place,
            long at,
            boolean isAll) {
        if (place != builder.own(Place.OUT)) {
            packed.unpack(
                    builder,
                    place,
                    at,
                    blocks,
                    rank -> rank == builder.rank() ? isAll && !call.isInPlace : isAll || !builder.isHere(rank));
        }
    }
}
