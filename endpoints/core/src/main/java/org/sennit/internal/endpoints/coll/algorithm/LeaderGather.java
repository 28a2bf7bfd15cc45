package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Gather with one message of each other process: its leader packs the blocks and sends them to the root; for short
 * blocks of few processes.
 */
public final class LeaderGather extends BetweenProcesses {
    public LeaderGather() {
        super(
                "leader",
                "a message for each JVM, packed by its leader: up to here a copy costs less than a message",
                CollectiveKind.GATHER);
    }

    @Override
    void appendBlocks(ScheduleBuilder builder, CollectiveCall call) {
        if (builder.isHere(call.root)) {
            appendAtRoot(builder, call, call.bytes);
        } else {
            appendElsewhere(builder, call.root, call.bytes);
        }
    }

    private static void appendElsewhere(ScheduleBuilder builder, int root, long bytes) {
        if (builder.members() == 1) {
            builder.send(root, builder.own(BufferRef.IN), 0, bytes);
            builder.drain();
            return;
        }
        long all = builder.members() * bytes;
        long at = builder.leaderTemp(all);
        LocalGather.append(
                builder, 0, BufferRef.TEMP, rank -> at + builder.map().memberOf(rank) * bytes, bytes, false);
        if (builder.isLeader()) {
            builder.send(root, builder.own(BufferRef.TEMP), at, all);
            builder.drain();
        }
    }

    private static void appendAtRoot(ScheduleBuilder builder, CollectiveCall call, long bytes) {
        ProcessMap map = builder.map();
        PackedBlocks packed = new PackedBlocks(map, builder.process(), rank -> builder.isHere(rank) ? 0 : bytes);
        boolean isRoot = builder.rank() == call.root;
        long at = PackedBlocks.areAllConsecutive(map) ? 0 : builder.temp(map.memberOf(call.root), packed.total());
        for (int p = 0; isRoot && p < map.processes(); p++) {
            if (p != builder.process()) {
                boolean isStraight = PackedBlocks.isConsecutive(map, p);
                builder.receive(
                        map.leaderOf(p),
                        builder.own(isStraight ? BufferRef.OUT : BufferRef.TEMP),
                        isStraight ? map.leaderOf(p) * bytes : at + packed.begin(p),
                        packed.bytes(p));
            }
        }
        int root = map.memberOf(call.root);
        LocalGather.append(builder, root, BufferRef.OUT, rank -> rank * bytes, bytes, call.isInPlace);
        if (isRoot && map.processes() > 1) {
            builder.drain();
            RankBlocks blocks = RankBlocks.received(call);
            packed.unpack(
                    builder,
                    builder.own(BufferRef.TEMP),
                    at,
                    blocks,
                    rank -> !builder.isHere(rank) && !PackedBlocks.isConsecutive(map, map.processOf(rank)));
        }
    }
}
