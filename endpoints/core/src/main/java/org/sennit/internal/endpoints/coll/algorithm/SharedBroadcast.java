package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Broadcast of any length: the members of the root's process copy straight from the root's memory, those of the others from
 * the memory of their leader, which has it by the binomial tree of the leaders, in pieces. No restrictions.
 */
public final class SharedBroadcast extends CollectiveAlgorithm {
    /** Makes the algorithm. */
    public SharedBroadcast() {
        super(
                "shared",
                "members copy from the root, leaders by a binomial tree in pieces of 512 KiB",
                CollectiveKind.BROADCAST);
    }

    @Override
    public void append(ScheduleBuilder builder, CollectiveCall call) {
        append(builder, call.root, BufferRef.IN, BufferRef.OUT, call.bytes);
    }

    static void append(ScheduleBuilder b, int root, int fromKind, int toKind, long bytes) {
        int rootProcess = b.spread().processOf(root);
        boolean isRootHere = b.process() == rootProcess;
        int source = isRootHere ? b.spread().memberOf(root) : 0;
        int memory = BufferRef.of(source, isRootHere ? fromKind : toKind);
        if (b.member() == source) {
            b.share();
        }
        if (b.isLeader() && !isRootHere) { // received before the members of this process are told
            LeaderTree.broadcast(b, rootProcess, memory, memory, 0, bytes);
        }
        TeamMeeting.release(b, source);
        if (b.isLeader() && isRootHere && b.processes() > 1) {
            LeaderTree.broadcast(b, rootProcess, memory, memory, 0, bytes);
        }
        if (b.member() != source) {
            b.copy(memory, 0, b.own(toKind), 0, bytes);
        }
        TeamMeeting.gather(b, source); // the memory is the source's own again
    }
}
