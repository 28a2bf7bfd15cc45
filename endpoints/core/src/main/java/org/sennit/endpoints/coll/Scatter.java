package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.TeamMember;

/**
 * Scatter: the members of the root's process take their blocks straight from its memory; the other processes get
 * theirs in one message each.
 */
final class Scatter {
    private final Placement group;
    private final int rank;
    private final TeamMember member;
    private final Leaders leaders;
    private final Packing packing;

    Scatter(Placement group, int rank, TeamMember member, Leaders leaders) {
        this.group = group;
        this.rank = rank;
        this.member = member;
        this.leaders = leaders;
        this.packing = new Packing(group, member);
    }

    void run(MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long block, int root) {
        int rootProcess = group.processIndexOf(root);
        boolean isRootHere = rootProcess == group.ownProcessIndex();
        int rootMember = isRootHere ? group.memberIndexOf(root) : -1;
        if (rank == root) {
            member.publish(send);
            member.lines().set(ValueLayout.JAVA_LONG, member.contribution(member.index()), sendOffset);
        }
        if (member.isLeader()) {
            member.awaitArrivals();
            exchange(block, rootProcess, rootMember);
            member.release();
        } else {
            member.meet();
        }
        if (isRootHere) {
            packing.copyFromMember(rootMember, rank * block, receive, receiveOffset, block);
        } else {
            MemoryCopy.copy(member.shared(), member.index() * block, receive, receiveOffset, block);
        }
        member.meet(); // the root's memory is its own again
        member.publish(null);
    }

    private void exchange(long block, int rootProcess, int rootMember) {
        if (rootMember < 0) {
            long bytes = packing.bytes(leaders.own(), block);
            leaders.receive(rootProcess, member.growShared(bytes), 0, bytes);
            return;
        }
        for (int p = 0; p < leaders.count(); p++) {
            if (p != leaders.own()) {
                MemorySegment packed = member.growShared(packing.bytes(p, block));
                int[] ranks = group.ranksOf(p);
                for (int i = 0; i < ranks.length; i++) {
                    packing.copyFromMember(rootMember, ranks[i] * block, packed, i * block, block);
                }
                leaders.send(p, packed, 0, packing.bytes(p, block));
            }
        }
    }
}
