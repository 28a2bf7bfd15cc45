package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.TeamMember;

/**
 * Gather: the root takes the blocks of its own process straight from the members' memory; the leaders of the others
 * send theirs in one message each.
 */
final class Gather {
    private final Placement group;
    private final int rank;
    private final TeamMember member;
    private final Leaders leaders;
    private final Packing packing;

    Gather(Placement group, int rank, TeamMember member, Leaders leaders) {
        this.group = group;
        this.rank = rank;
        this.member = member;
        this.leaders = leaders;
        this.packing = new Packing(group, member);
    }

    void run(MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long block, int root) {
        int rootProcess = group.processIndexOf(root);
        member.publish(send);
        member.lines().set(ValueLayout.JAVA_LONG, member.contribution(member.index()), sendOffset);
        if (member.isLeader()) {
            member.awaitArrivals();
            exchange(block, rootProcess);
            member.release();
        } else {
            member.meet();
        }
        if (rank == root) {
            take(receive, receiveOffset, block);
        }
        member.meet(); // the members' memory is their own again
        member.publish(null);
    }

    private void exchange(long block, int rootProcess) {
        if (leaders.count() == 1) {
            return;
        }
        if (leaders.own() != rootProcess) {
            MemorySegment packed = member.growShared(packing.bytes(leaders.own(), block));
            packing.packOwn(packed, 0, block);
            leaders.send(rootProcess, packed, 0, packing.bytes(leaders.own(), block));
            return;
        }
        MemorySegment all = member.growShared(group.size() * block);
        for (int p = 0; p < leaders.count(); p++) {
            if (p != leaders.own()) {
                leaders.receive(p, all, packing.offset(p, block), packing.bytes(p, block));
            }
        }
    }

    private void take(MemorySegment receive, long receiveOffset, long block) {
        for (int p = 0; p < group.processCount(); p++) {
            int[] ranks = group.ranksOf(p);
            for (int i = 0; i < ranks.length; i++) {
                long to = receiveOffset + ranks[i] * block;
                if (p == group.ownProcessIndex()) {
                    packing.copyFromMember(i, 0, receive, to, block);
                } else {
                    MemoryCopy.copy(member.shared(), packing.offset(p, block) + i * block, receive, to, block);
                }
            }
        }
    }
}
