package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * Broadcast of any length: the members of the root's process copy straight from the root's memory, those of the others
 * from the memory of their leader, which has it by the binomial tree of the leaders, in pieces. Of two members with a
 * core each both copy a half. No restrictions.
 */
public final class SharedBroadcast extends CollectiveAlgorithm {
    /**
     * From here on both of two members copy a half. The receiver alone and both, near, us with the root changing: the
     * same memory, not touched in between, 16 KiB 2.2 and .53, 64 KiB 7.8 and 1.0, 256 KiB 31 and 2.9, 1 MiB 71 and 12;
     * written before and read after, 16 KiB 2.3 and .90, 128 KiB 20 and 5.4, 1 MiB 60 and 52.
     */
    static final long HALVES_FROM = 16 << 10;

    private static final int LINE_BYTES = 64;

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
        int rootProcess = b.map().processOf(root);
        boolean isRootHere = b.process() == rootProcess;
        int source = isRootHere ? b.map().memberOf(root) : 0;
        int memory = BufferRef.of(source, isRootHere ? fromKind : toKind);
        if (isForBoth(b, bytes)) {
            appendHalves(b, memory, BufferRef.of(1 - source, toKind), bytes);
            return;
        }
        if (b.member() == source) {
            b.share();
        }
        if (b.isLeader() && !isRootHere) { // received before the members of this process are notified
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

    private static boolean isForBoth(ScheduleBuilder b, long bytes) {
        return bytes >= HALVES_FROM
                && b.processes() == 1
                && b.members() == 2
                && b.map().workersOf(0) == 2;
    }

    /**
     * Appends a copy in halves: member 0 copies the front and member 1 the back, for either root; see the synergistic
     * protocol.
     */
    private static void appendHalves(ScheduleBuilder b, int from, int to, long bytes) {
        b.share();
        TeamMeeting.meet(b);
        long front = bytes / 2 / LINE_BYTES * LINE_BYTES;
        long begin = b.isLeader() ? 0 : front;
        b.copy(from, begin, to, begin, b.isLeader() ? front : bytes - front);
        TeamMeeting.meet(b); // all memory is its owner's again
    }
}
