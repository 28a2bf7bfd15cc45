package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Allgather and allgatherv by the leaders: each packs the blocks of its process, or sends that of its only member as it
 * lies, they exchange them, and the members copy from their leader. How the leaders exchange is the subclass's. Where
 * the ranks of every process follow each other and blocks are equally long, the leader's result is the packed memory
 * itself.
 *
 * <p>Long blocks of few members these read from each other while the leaders exchange; else all comes from the leader,
 * so that the steps of all members together grow with their number.
 */
abstract class LeaderAllgather extends CollectiveAlgorithm {
    LeaderAllgather(String name, String explanation) {
        super(name, explanation, CollectiveKind.ALLGATHER, CollectiveKind.ALLGATHERV);
    }

    /** Returns the process whose blocks come first in the packed memory of a process. */
    abstract int firstProcess(int ownProcess);

    /**
     * Appends the leader's part: those of the other processes arrive in the packed memory.
     *
     * @param ownBlocks of this process, to be packed once they have been sent for the first time
     */
    abstract void exchange(ScheduleBuilder builder, PackedBlocks packed, int place, long at, OwnBlocks ownBlocks);

    /**
     * The blocks of the leader's process where they are sent from: the packed memory, or the memory of its only member,
     * so that no copy comes before the first message.
     *
     * @param place in which they lie
     * @param at where they begin there
     * @param packedPlace the packed memory
     * @param packedAt where they begin there
     * @param bytes their length
     */
    record OwnBlocks(int place, long at, int packedPlace, long packedAt, long bytes) {
        /** Appends the copy to the packed memory, if they are not there. */
        void pack(ScheduleBuilder builder) {
            builder.copy(place, at, packedPlace, packedAt, bytes);
        }
    }

    @Override
    public final void append(ScheduleBuilder builder, CollectiveCall call) {
        RankBlocks blocks = RankBlocks.received(call);
        if (blocks.longest() == 0) {
            return;
        }
        int first = firstProcess(builder.process());
        PackedBlocks packed = new PackedBlocks(builder.map(), first, blocks::bytes);
        boolean isStraight =
                call.kind == CollectiveKind.ALLGATHER && first == 0 && PackedBlocks.areAllConsecutive(builder.map());
        int place = BufferRef.of(0, isStraight ? BufferRef.OUT : BufferRef.TEMP);
        long at = isStraight ? 0 : builder.leaderTemp(packed.total());
        new Part(this, builder, call, blocks, packed, place, at).append();
    }

    /** One member's part: the packed memory begins at an offset in a place of the leader's. */
    private record Part(
            LeaderAllgather algorithm,
            ScheduleBuilder builder,
            CollectiveCall call,
            RankBlocks blocks,
            PackedBlocks packed,
            int place,
            long at) {
        void append() {
            if (blocks.areShort()) {
                if (builder.isLeader()) {
                    builder.share();
                } else {
                    DirectAllgather.publish(builder, blocks, BufferRef.LINE);
                }
                appendFromLeader();
            } else {
                builder.share();
                if (builder.members() > DirectAllgather.mostMembers(blocks)) {
                    appendFromLeader();
                } else {
                    appendFromEachOther();
                }
            }
        }

        private void appendFromLeader() {
            TeamMeeting.gather(builder, 0);
            lead();
            TeamMeeting.release(builder, 0);
            unpack(true);
            TeamMeeting.gather(builder, 0); // the leader's memory is its own again; it alone has read the others'
        }

        private void appendFromEachOther() {
            TeamMeeting.meet(builder);
            lead();
            if (!builder.isLeader()) {
                DirectAllgather.copyOwnProcess(builder, call, blocks, BufferRef.IN);
            }
            TeamMeeting.release(builder, 0);
            unpack(builder.isLeader());
            TeamMeeting.meet(builder);
        }

        private void lead() {
            if (!builder.isLeader()) {
                return;
            }
            long ownAt = at + packed.begin(builder.process());
            boolean isSentAsItLies = builder.members() == 1 && builder.processes() > 1 && !call.isInPlace;
            if (!isSentAsItLies) {
                for (int rank : builder.ownRanks()) {
                    boolean isOwn = rank == builder.rank();
                    int from = builder.placeOf(rank, blocks.areShort() && !isOwn ? BufferRef.LINE : BufferRef.IN);
                    if (!isOwn || !call.isInPlace || BufferRef.kind(place) != BufferRef.OUT) {
                        builder.copy(from, 0, place, at + packed.offset(rank), blocks.bytes(rank));
                    }
                }
            }
            if (builder.processes() > 1) {
                long bytes = packed.bytes(builder.process());
                OwnBlocks own = isSentAsItLies
                        ? new OwnBlocks(builder.own(BufferRef.IN), 0, place, ownAt, bytes)
                        : new OwnBlocks(place, ownAt, place, ownAt, bytes);
                algorithm.exchange(builder, packed, place, at, own);
            }
        }

        /**
         * Brings the blocks of other processes, or of all, to the result; nothing where the result is the packed
         * memory. In place, the caller's block is there, and others may be reading it.
         */
        private void unpack(boolean isAll) {
            if (place != builder.own(BufferRef.OUT)) {
                boolean isOwnMissing = isAll && !call.isInPlace;
                packed.unpack(
                        builder,
                        place,
                        at,
                        blocks,
                        rank -> rank == builder.rank() ? isOwnMissing : isAll || !builder.isHere(rank));
            }
        }
    }
}
