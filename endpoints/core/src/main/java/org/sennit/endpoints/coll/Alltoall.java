package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.TeamMember;

/**
 * Alltoall: blocks inside the process come straight from the members' memory; the leaders exchange all blocks between
 * two processes in one message each way.
 */
final class Alltoall {
    private final Placement group;
    private final int rank;
    private final TeamMember member;
    private final Leaders leaders;
    private final Packing packing;

    Alltoall(Placement group, int rank, TeamMember member, Leaders leaders) {
        this.group = group;
        this.rank = rank;
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
                exchangeAll(block);
            }
            member.release();
        } else {
            member.meet();
        }
        int members = member.team().size();
        for (int p = 0; p < group.processCount(); p++) {
            int[] ranks = group.ranksOf(p);
            for (int i = 0; i < ranks.length; i++) {
                long to = receiveOffset + ranks[i] * block;
                if (p == group.ownProcessIndex()) {
                    packing.copyFromMember(i, rank * block, receive, to, block);
                } else {
                    long from = members * packing.offset(p, block) + ((long) i * members + member.index()) * block;
                    MemoryCopy.copy(member.shared(), from, receive, to, block);
                }
            }
        }
        member.meet(); // the members' memory is their own again
        member.publish(null);
    }

    /** What process p sends lies at members × offset(p), ordered by its ranks, then by ours. */
    private void exchangeAll(long block) {
        int n = leaders.count();
        int own = leaders.own();
        int members = member.team().size();
        long received = members * group.size() * block;
        MemorySegment all = member.growShared(received + largestOutgoing(block));
        for (int step = 1; step < n; step++) {
            int to = (own + step) % n;
            int from = (own - step + n) % n;
            int[] ranks = group.ranksOf(to);
            for (int m = 0; m < members; m++) {
                for (int i = 0; i < ranks.length; i++) {
                    long at = received + ((long) m * ranks.length + i) * block;
                    packing.copyFromMember(m, ranks[i] * block, all, at, block);
                }
            }
            leaders.exchange(
                    to,
                    all,
                    received,
                    members * packing.bytes(to, block),
                    from,
                    all,
                    members * packing.offset(from, block),
                    members * packing.bytes(from, block));
        }
    }

    private long largestOutgoing(long block) {
        long most = 0;
        for (int p = 0; p < group.processCount(); p++) {
            most = Math.max(most, packing.bytes(p, block));
        }
        return most * member.team().size();
    }
}
