package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.Team;
import org.sennit.shm.team.TeamMember;

/**
 * Broadcast. Short: the root's line, the leaders' binomial tree, the release line: one meeting. Long: the members of
 * the root's process copy straight from the root's memory, those of other processes from memory of the team.
 */
final class Broadcast {
    private final Placement group;
    private final int rank;
    private final TeamMember member;
    private final Leaders leaders;

    Broadcast(Placement group, int rank, TeamMember member, Leaders leaders) {
        this.group = group;
        this.rank = rank;
        this.member = member;
        this.leaders = leaders;
    }

    void run(MemorySegment memory, long offset, long length, int root) {
        if (length <= Team.PAYLOAD_BYTES) {
            runShort(memory, offset, length, root);
        } else {
            runLong(memory, offset, length, root);
        }
    }

    private void runShort(MemorySegment memory, long offset, long length, int root) {
        MemorySegment lines = member.lines();
        if (rank == root) {
            MemoryCopy.copy(memory, offset, lines, member.contribution(member.index()), length);
        }
        if (member.isLeader()) {
            member.awaitArrivals();
            int rootProcess = group.processIndexOf(root);
            if (rootProcess == group.ownProcessIndex()) {
                MemoryCopy.copy(lines, member.contribution(group.memberIndexOf(root)), lines, member.result(), length);
            }
            leaders.broadcast(rootProcess, lines, member.result(), length);
            member.release();
        } else {
            member.arrive();
            member.awaitRelease();
        }
        if (rank != root) {
            MemoryCopy.copy(lines, member.result(), memory, offset, length);
        }
    }

    private void runLong(MemorySegment memory, long offset, long length, int root) {
        int rootProcess = group.processIndexOf(root);
        boolean isRootHere = rootProcess == group.ownProcessIndex();
        int rootMember = isRootHere ? group.memberIndexOf(root) : -1;
        if (rank == root) {
            member.publish(memory);
            member.lines().set(ValueLayout.JAVA_LONG, member.contribution(member.index()), offset);
        }
        if (member.isLeader()) {
            member.awaitArrivals();
            if (isRootHere) {
                MemorySegment source = (MemorySegment) member.published(rootMember);
                leaders.broadcast(rootProcess, source, offsetOf(rootMember), length);
            } else {
                leaders.broadcast(rootProcess, member.growShared(length), 0, length);
            }
            member.release();
        } else {
            member.arrive();
            member.awaitRelease();
        }
        if (rank != root) {
            MemorySegment source = isRootHere ? (MemorySegment) member.published(rootMember) : member.shared();
            MemoryCopy.copy(source, isRootHere ? offsetOf(rootMember) : 0, memory, offset, length);
        }
        member.meet(); // the root's memory is its own again
        member.publish(null);
    }

    private long offsetOf(int rootMember) {
        return member.lines().get(ValueLayout.JAVA_LONG, member.contribution(rootMember));
    }
}
