package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Allgather by a ring of leaders: in each step a leader passes on what it got in the one before. Every byte crosses
 * each link once; for long blocks.
 *
 * <p>Restriction: more than one process.
 */
public final class RingAllgather extends LeaderAllgather {
    public RingAllgather() {
        super("ring", "a ring of leaders: every byte crosses each link once");
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return map.processes() > 1;
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
        int next = map.leaderOf((own + 1) % n);
        int previous = map.leaderOf((own - 1 + n) % n);
        for (int step = 0; step < n - 1; step++) {
            int outgoing = (own - step + n) % n;
            int incoming = (own - step - 1 + n) % n;
            builder.receive(previous, place, at + packed.begin(incoming), packed.bytes(incoming));
            if (step == 0) {
                builder.send(next, ownBlocks.place(), ownBlocks.at(), packed.bytes(own));
                ownBlocks.pack(builder);
            } else {
                builder.send(next, place, at + packed.begin(outgoing), packed.bytes(outgoing));
            }
            builder.drain();
        }
    }
}
