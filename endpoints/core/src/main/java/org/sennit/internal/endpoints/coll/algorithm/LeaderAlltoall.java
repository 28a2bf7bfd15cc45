package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Alltoall with one message for each pair of processes: a leader packs what its members send to the members of another
 * process, sender by sender, and its members take their blocks out of what has come; for short blocks. The members copy
 * from each other while the leaders exchange.
 */
public final class LeaderAlltoall extends BetweenProcesses {
    public LeaderAlltoall() {
        super(
                "leader",
                "a message for each pair of JVMs, packed by leaders: up to here a copy costs less than a message",
                CollectiveKind.ALLTOALL);
    }

    /** Where no process has two members there is nothing to pack. */
    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return super.allows(call, map) && map.size() > map.processes();
    }

    @Override
    void appendBlocks(ScheduleBuilder builder, CollectiveCall call) {
        long bytes = call.bytes;
        long row = builder.members() * bytes; // what all members exchange with one rank elsewhere
        PackedBlocks packed = new PackedBlocks(builder.map(), 0, rank -> builder.isHere(rank) ? 0 : row);
        long outgoing = builder.leaderTemp(packed.total());
        long incoming = builder.leaderTemp(packed.total());
        LocalAlltoall local = new LocalAlltoall(builder, call, true);
        local.begin();
        if (builder.isLeader()) {
            exchange(builder, packed, outgoing, incoming, bytes);
            TeamMeeting.release(builder, 0);
            local.copy(call.isInPlace);
        } else {
            local.copy(call.isInPlace);
            TeamMeeting.release(builder, 0);
        }
        for (int rank = 0; rank < builder.size(); rank++) {
            if (!builder.isHere(rank)) { // its row is what it sends to all members here
                long from = incoming + packed.offset(rank) + builder.member() * bytes;
                builder.copy(BufferRef.of(0, BufferRef.TEMP), from, builder.own(BufferRef.OUT), rank * bytes, bytes);
            }
        }
        local.end();
    }

    private static void exchange(
            ScheduleBuilder builder, PackedBlocks packed, long outgoing, long incoming, long bytes) {
        ProcessMap map = builder.map();
        int n = builder.processes();
        int temp = builder.own(BufferRef.TEMP);
        for (int s = 1; s < n; s++) {
            int source = (builder.process() - s + n) % n;
            builder.receive(map.leaderOf(source), temp, incoming + packed.begin(source), packed.bytes(source));
        }
        for (int s = 1; s < n; s++) {
            int target = (builder.process() + s) % n;
            long at = outgoing + packed.begin(target);
            for (int rank : builder.ownRanks()) {
                for (int other : map.ranksOf(target)) {
                    builder.copy(builder.placeOf(rank, BufferRef.IN), other * bytes, temp, at, bytes);
                    at += bytes;
                }
            }
            builder.send(map.leaderOf(target), temp, outgoing + packed.begin(target), packed.bytes(target));
        }
        builder.drain();
    }
}
