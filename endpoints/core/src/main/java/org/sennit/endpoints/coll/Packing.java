package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.shm.team.TeamMember;

/**
 * Where the blocks of ranks lie when they are gathered process by process, and how they get there from the memory
 * that the members of this process have published (the object is the memory, their line holds its offset).
 */
final class Packing {
    private final Placement group;
    private final TeamMember member;
    private final int[] ranksBefore; // ranks of the processes before each

    Packing(Placement group, TeamMember member) {
        this.group = group;
        this.member = member;
        this.ranksBefore = new int[group.processCount()];
        for (int p = 1; p < ranksBefore.length; p++) {
            ranksBefore[p] = ranksBefore[p - 1] + group.ranksOf(p - 1).length;
        }
    }

    /** The bytes of one process. */
    long bytes(int process, long block) {
        return group.ranksOf(process).length * block;
    }

    /** Where a process's bytes begin. */
    long offset(int process, long block) {
        return ranksBefore[process] * block;
    }

    /** Copies a part of what a member of this process has published. */
    void copyFromMember(int index, long from, MemorySegment to, long toOffset, long length) {
        MemorySegment memory = (MemorySegment) member.published(index);
        long offset = member.lines().get(ValueLayout.JAVA_LONG, member.contribution(index));
        MemoryCopy.copy(memory, offset + from, to, toOffset, length);
    }

    /** Packs the published blocks of this process. */
    void packOwn(MemorySegment to, long toOffset, long block) {
        for (int i = 0; i < member.team().size(); i++) {
            copyFromMember(i, 0, to, toOffset + i * block, block);
        }
    }
}
