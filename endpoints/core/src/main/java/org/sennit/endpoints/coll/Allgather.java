package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.TeamMember;

/**
 * Allgather: blocks of the own process come straight from the members' memory; those of the others go round the ring
 * of leaders, a process's blocks at a time.
 */
final class Allgather {
    private final Placement group;
    private final TeamMember member;
    private final Leaders leaders;
    private final Packing packing;

    Allgather(Placement group, TeamMember member, Leaders leaders) {
        this.group = group;
        this.member = member;
        this.leaders = leaders;
        this.packing = new Packing(group, member);
    }

    void run(MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long block) {
        member.publish(send);
        member.lines().set(ValueLayout.JAVA_LONG, member.contribution(member.index()), sendOffset);
        if (member.isLeader()) {
            member.awaitArrivals();
            if (leaders.count() > 1) {
                ring(block);
            }
            member.release();
        } else {
            member.meet();
        }
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
        member.meet(); // the members' memory is their own again
        member.publish(null);
    }

    private void ring(long block) {
        int n = leaders.count();
        int own = leaders.own();
        MemorySegment all = member.growShared(group.size() * block);
        packing.packOwn(all, packing.offset(own, block), block);
        for (int step = 0; step < n - 1; step++) {
            int outgoing = (own - step + n) % n;
            int incoming = (own - step - 1 + n) % n;
            leaders.exchange(
                    (own + 1) % n,
                    all,
                    packing.offset(outgoing, block),
                    packing.bytes(outgoing, block),
                    (own - 1 + n) % n,
                    all,
                    packing.offset(incoming, block),
                    packing.bytes(incoming, block));
        }
    }
}
