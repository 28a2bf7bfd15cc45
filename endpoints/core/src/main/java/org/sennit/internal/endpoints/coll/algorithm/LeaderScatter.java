package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Scatter with one message to each other process: the root packs its blocks and sends them to its leader; for short
 * blocks of few processes.
 */
public final class LeaderScatter extends BetweenProcesses {
    public LeaderScatter() {
        super(
                "leader",
                "a message for each JVM, packed by the root: up to here a copy costs less than a message",
                CollectiveKind.SCATTER);
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
            builder.receive(root, builder.own(BufferRef.OUT), 0, bytes);
            builder.drain();
            return;
        }
        long all = builder.members() * bytes;
        long at = builder.leaderTemp(all);
        if (builder.isLeader()) {
            builder.receive(root, builder.own(BufferRef.TEMP), at, all);
            builder.drain();
        }
        LocalScatter.append(
                builder, 0, BufferRef.TEMP, rank -> at + builder.map().memberOf(rank) * bytes, bytes, false);
    }

    private static void appendAtRoot(ScheduleBuilder builder, CollectiveCall call, long bytes) {
        ProcessMap map = builder.map();
        PackedBlocks packed = new PackedBlocks(map, builder.process(), rank -> builder.isHere(rank) ? 0 : bytes);
        boolean isSender = builder.rank() == call.root && map.processes() > 1;
        long at = PackedBlocks.areAllConsecutive(map) ? 0 : builder.temp(map.memberOf(call.root), packed.total());
        for (int p = 0; isSender && p < map.processes(); p++) {
            if (p == builder.process()) {
                continue;
            }
            boolean isStraight = PackedBlocks.isConsecutive(map, p);
            for (int rank : map.ranksOf(p)) {
                if (!isStraight) {
                    long to = at + packed.offset(rank);
                    builder.copy(builder.own(BufferRef.IN), rank * bytes, builder.own(BufferRef.TEMP), to, bytes);
                }
            }
            builder.send(
                    map.leaderOf(p),
                    builder.own(isStraight ? BufferRef.IN : BufferRef.TEMP),
                    isStraight ? map.leaderOf(p) * bytes : at + packed.begin(p),
                    packed.bytes(p));
        }
        int root = map.memberOf(call.root);
        LocalScatter.append(builder, root, BufferRef.IN, rank -> rank * bytes, bytes, call.isInPlace);
        if (isSender) {
            builder.drain();
        }
    }
}
