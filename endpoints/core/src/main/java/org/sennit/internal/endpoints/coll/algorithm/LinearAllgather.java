package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/** Allgather in one step: every leader sends to every other; for few processes. */
public final class LinearAllgather extends LeaderAllgather {
    public LinearAllgather() {
        super("linear", "each leader sends to each: one step, as latency counts more than bytes");
    }

    @Override
    int firstProcess(int ownProcess) {
        return 0;
    }

    @Override
    void exchange(ScheduleBuilder builder, PackedBlocks packed, int place, long at, OwnBlocks ownBlocks) {
        ProcessMap map = builder.map();
        int n = builder.processes();
        int own = builder.process();
        for (int i = 1; i < n; i++) {
            int from = (own - i + n) % n;
            builder.receive(map.leaderOf(from), place, at + packed.begin(from), packed.bytes(from));
        }
        for (int i = 1; i < n; i++) {
            builder.send(map.leaderOf((own + i) % n), ownBlocks.place(), ownBlocks.at(), packed.bytes(own));
        }
        ownBlocks.pack(builder);
        builder.drain();
    }
}
