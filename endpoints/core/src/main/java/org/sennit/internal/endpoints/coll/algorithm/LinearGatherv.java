package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Gatherv: only the root knows all lengths, so it copies from the memory of its process's members itself, and each rank
 * of another process sends to it, also where there is nothing to send. A block that is not as long as the root says is
 * an error. No restrictions.
 */
public final class LinearGatherv extends CollectiveAlgorithm {
    public LinearGatherv() {
        super(
                "linear",
                "only the root knows the counts: it takes from the members of its JVM, others send",
                CollectiveKind.GATHERV);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        int root = call.root;
        if (!builder.isHere(root)) {
            builder.send(root, builder.own(BufferRef.IN), 0, call.bytes);
            builder.drain();
            return;
        }
        int collector = builder.map().memberOf(root);
        if (builder.rank() != root) {
            builder.share();
            TeamMeeting.gather(builder, collector);
            TeamMeeting.release(builder, collector);
            return;
        }
        receive(builder, call.receiveBlocks);
        TeamMeeting.gather(builder, collector);
        copy(builder, call);
        TeamMeeting.release(builder, collector); // the members' memory is their own again
        if (builder.processes() > 1) {
            builder.drain();
        }
    }

    private static void receive(ScheduleBuilder builder, BlockTable blocks) {
        for (int rank = 0; rank < builder.size(); rank++) {
            if (!builder.isHere(rank)) {
                builder.receive(rank, builder.own(BufferRef.OUT), blocks.offset(rank), blocks.bytes(rank));
            }
        }
    }

    private static void copy(ScheduleBuilder builder, CollectiveCall call) {
        int[] ranks = builder.ownRanks();
        for (int member = 0; member < ranks.length; member++) {
            if (ranks[member] != call.root || !call.isInPlace) {
                long at = call.receiveBlocks.offset(ranks[member]);
                builder.copyTabled(member, 0, builder.own(BufferRef.OUT), at, call.receiveBlocks.bytes(ranks[member]));
            }
        }
    }
}
