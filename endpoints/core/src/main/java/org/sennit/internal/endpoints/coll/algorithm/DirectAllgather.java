package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Allgather and allgatherv in one process: all meet, each copies all blocks straight into its result. Blocks that all
 * fit into lines, or pages, are read there and need no second meeting; longer ones are read in their owners' memory.
 *
 * <p>Restrictions: one process; at most {@value #MOST_MEMBERS} members, and {@value #FEW_MEMBERS} for blocks of medium
 * size, since the steps of all together grow with the square of their number.
 */
public final class DirectAllgather extends CollectiveAlgorithm {
    /** Beyond, the steps are too many, whatever the blocks; see {@link #FEW_MEMBERS} for the times of 8 to 32. */
    static final int MOST_MEMBERS = 16;
    /**
     * As many where a block is too long for a line and at most {@link #MEDIUM_BYTES} long: then one copy from a leader
     * costs less than one from each member. Blocks of 512 B on two cores, through a leader and direct, in µs: 8 members
     * 10 and 13, 16 members 20 and 34, 32 members 115 and 216; blocks of 8 B and 32 KiB are alike.
     */
    static final int FEW_MEMBERS = 4;

    private static final long MEDIUM_BYTES = 4096;

    public DirectAllgather() {
        super(
                "direct",
                "one JVM: each rank copies from all others",
                CollectiveKind.ALLGATHER,
                CollectiveKind.ALLGATHERV);
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return map.processes() == 1 && map.size() <= mostMembers(RankBlocks.received(call));
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        RankBlocks blocks = RankBlocks.received(call);
        if (blocks.longest() == 0) {
            return;
        }
        int carrying = TeamMeeting.carrier(builder, blocks.longest());
        int carrier = carrying == BufferRef.NONE ? BufferRef.IN : carrying;
        publish(builder, blocks, carrier);
        TeamMeeting.meet(builder);
        copyOwnProcess(builder, call, blocks, carrier);
        if (carrier == BufferRef.IN) {
            TeamMeeting.meet(builder);
        }
    }

    /** Returns up to how many members read each other's blocks directly. */
    static int mostMembers(RankBlocks blocks) {
        return blocks.areShort() || blocks.longest() > MEDIUM_BYTES ? MOST_MEMBERS : FEW_MEMBERS;
    }

    /** Copies the caller's block to the kind of place in which the others read it; IN: they read its own memory. */
    static void publish(ScheduleBuilder builder, RankBlocks blocks, int carrier) {
        if (carrier == BufferRef.IN) {
            builder.share();
        } else {
            builder.copy(builder.own(BufferRef.IN), 0, builder.own(carrier), 0, blocks.bytes(builder.rank()));
        }
    }

    /**
     * Copies the blocks of this process, in one kind of place, to the result; the members begin with different ones.
     */
    static void copyOwnProcess(ScheduleBuilder builder, CollectiveCall call, RankBlocks blocks, int carrier) {
        int[] ranks = builder.ownRanks();
        int to = builder.own(BufferRef.OUT);
        for (int i = 0; i < ranks.length; i++) {
            int rank = ranks[(builder.member() + i) % ranks.length];
            if (rank != builder.rank()) {
                int from = builder.placeOf(rank, carrier);
                builder.copy(from, 0, to, blocks.offset(rank), blocks.bytes(rank));
            } else if (!call.isInPlace) {
                builder.copy(builder.own(BufferRef.IN), 0, to, blocks.offset(rank), blocks.bytes(rank));
            }
        }
    }
}
