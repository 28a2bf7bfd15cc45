package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Allgather in a logarithmic number of steps: what a leader has doubles in each, for any number of processes; for short
 * blocks of many processes. A process's own blocks come first in its packed memory. (J. Bruck and others, Efficient
 * algorithms for all-to-all communications in multiport message-passing systems, 1997)
 */
public final class BruckAllgather extends LeaderAllgather {
    public BruckAllgather() {
        super("bruck", "many JVMs: what a leader has doubles in each of log2 steps");
    }

    @Override
    int firstProcess(int ownProcess) {
        return ownProcess;
    }

    @Override
    void exchange(ScheduleBuilder builder, PackedBlocks packed, int place, long at, OwnBlocks ownBlocks) {
        ProcessMap map = builder.map();
        int n = builder.processes();
        int own = builder.process();
        for (int have = 1; have < n; have *= 2) {
            int count = Math.min(have, n - have);
            int from = (own + have) % n;
            int to = (own - have + n) % n;
            builder.receive(map.leaderOf(from), place, at + packed.begin(from), packed.bytes(from, count));
            if (have == 1) {
                builder.send(map.leaderOf(to), ownBlocks.place(), ownBlocks.at(), packed.bytes(own));
                ownBlocks.pack(builder);
            } else {
                builder.send(map.leaderOf(to), place, at, packed.bytes(own, count));
            }
            builder.drain();
        }
    }
}
