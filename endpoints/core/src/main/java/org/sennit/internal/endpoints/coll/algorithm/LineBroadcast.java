package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Broadcast of what fits into a line: in the root's process from its line, in the others from the line of the leader,
 * which has it by the binomial tree of the leaders; a process with one member needs no line. One cache-line transfer;
 * no acknowledgement. At most {@link BufferRef#LINE_BYTES}, in one process of few members {@link BufferRef#PAGE_BYTES},
 * in a page.
 */
public final class LineBroadcast extends CollectiveAlgorithm {
    public LineBroadcast() {
        super(
                "line",
                "what fits a line, or a page of few members, goes with the flag, one crossing",
                CollectiveKind.BROADCAST);
    }

    @Override
    protected boolean allows(CollectiveCall call, ProcessMap map) {
        return TeamMeeting.carries(map, call.bytes);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        append(builder, call.root, BufferRef.IN, BufferRef.OUT, call.bytes);
    }

    static void append(ScheduleBuilder b, int root, int fromKind, int toKind, long bytes) {
        int rootProcess = b.map().processOf(root);
        int source = b.process() == rootProcess ? b.map().memberOf(root) : 0;
        boolean isAlone = b.members() == 1;
        int line = isAlone
                ? b.own(b.rank() == root ? fromKind : toKind)
                : BufferRef.of(source, TeamMeeting.carrier(b, bytes));
        int parent = LeaderTree.parent(b, rootProcess);
        if (b.rank() == root && !isAlone) {
            b.copy(b.own(fromKind), 0, line, 0, bytes);
        } else if (b.isLeader() && parent >= 0) {
            b.receive(b.map().leaderOf(parent), line, 0, bytes);
            b.drain();
        }
        TeamMeeting.release(b, source);
        if (b.rank() != root && !isAlone) {
            b.copy(line, 0, b.own(toKind), 0, bytes);
        }
        if (b.isLeader() && b.processes() > 1) {
            LeaderTree.sendDown(b, rootProcess, line, 0, bytes);
            b.drain();
        }
    }
}
