package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CanonicalTree.Node;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.Step;

/**
 * Scan and exscan of operands that fit into a line, or a page, by few members of one process: each awaits those before
 * it and computes its prefix. At most {@link BufferRef#PAGE_BYTES}, at most {@value TeamMeeting#FLAT_MEMBERS} members,
 * one process.
 */
public final class LineScan extends CollectiveAlgorithm {
    public LineScan() {
        super(
                "line",
                "operands go with the flag, each rank awaits those before it",
                CollectiveKind.SCAN,
                CollectiveKind.EXSCAN);
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return TeamMeeting.carries(map, call.bytes) && map.processes() == 1 && map.size() <= TeamMeeting.FLAT_MEMBERS;
    }

    @Override
    public void append(ScheduleBuilder b, CollectiveCall call) {
        int carrier = TeamMeeting.carrier(b, call.bytes);
        b.copy(b.own(BufferRef.IN), 0, b.own(carrier), 0, call.bytes);
        int phase = b.nextPhase();
        if (b.size() > 1) {
            b.signal(phase, Step.ALL);
        }
        for (int before = 0; before < b.rank(); before++) {
            b.await(phase, before);
        }
        int end = call.kind == CollectiveKind.SCAN ? b.rank() + 1 : b.rank();
        if (end > 0) {
            b.reduce(
                    NodeExchange.operands(b, carrier)
                            .compute(new Node(0, end), b.own(BufferRef.OUT), 0)
                            .build(),
                    0,
                    call.bytes);
        }
    }
}
