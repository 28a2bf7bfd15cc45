package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Barrier: in one process its members meet; otherwise leaders gather their members, meet by dissemination, and release
 * them. No restrictions.
 */
public final class MeetingBarrier extends CollectiveAlgorithm {
    public MeetingBarrier() {
        super("meeting", "the members of a JVM meet, leaders by dissemination", CollectiveKind.BARRIER);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        append(builder);
    }

    static void append(ScheduleBuilder b) {
        if (b.processes() == 1) {
            TeamMeeting.meet(b);
            return;
        }
        TeamMeeting.gather(b, 0);
        if (b.isLeader()) {
            LeaderTree.barrier(b);
        }
        TeamMeeting.release(b, 0);
    }
}
