package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.datatype.ReductionMemory;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.shm.team.TeamMember;

/**
 * The memories of a run, which the other members of its process access: user's and temporary memory, by the places of
 * the schedule. Published in the team instead of the run, which may hold much else.
 *
 * <p>Belongs to the thread that drives the run. The others read it after the signal that follows its publication, and
 * before their last signal that the owner awaits.
 */
final class LentMemory extends FrontPadding {
    private final CollectiveState collectives;
    private final CollectiveCall call;
    private final TeamMember member;
    private final long scratchOffset; // in temp

    private final ReductionMemory pages = new ReductionMemory(); // of the team, where the schedule uses them

    // Written before the first signal, read by the other members of the process after they have seen it.
    private long meeting = -1;
    private final ReductionMemory in = new ReductionMemory();
    private long inOffset;
    private final ReductionMemory out = new ReductionMemory();
    private long outOffset;
    private final ReductionMemory temp = new ReductionMemory();

    /**
     * Takes the team's pages before the run has a meeting: the allocation may fail, and then the call may be repeated.
     */
    LentMemory(CollectiveState collectives, CollectiveCall call, CollectiveSchedule schedule) {
        this.collectives = collectives;
        this.call = call;
        this.member = collectives.member();
        this.scratchOffset = schedule.tempBytes();
        if (schedule.usesPages()) {
            pages.set(member.pages(), null);
        }
    }

    void use(MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset) {
        in.set(send, null);
        inOffset = sendOffset;
        out.set(receive, null);
        outOffset = receiveOffset;
    }

    /** Sets the arrays of which the memories are views; null if none or unknown. */
    void arrays(Object send, Object receive) {
        in.set(in.segment(), send);
        out.set(out.segment(), receive);
    }

    void begin(long number, MemorySegment temporary) {
        meeting = number;
        temp.set(temporary, null);
    }

    /** Returns the temporary memory to its pool. */
    void end() {
        if (temp.segment() != MemorySegment.NULL) {
            collectives.temps().give(temp.segment());
            temp.clear();
        }
    }

    void forget() {
        in.clear();
        out.clear();
    }

    MemorySegment temp() {
        return temp.segment();
    }

    /** Returns the memories of another member. */
    LentMemory of(int other) {
        if (other == member.index()) {
            return this;
        }
        LentMemory theirs = (LentMemory) member.published(meeting, other);
        if (theirs == null || theirs.meeting != meeting) {
            throw collectives.failures().differs(call, other);
        }
        return theirs;
    }

    MemorySegment memory(int place) {
        return operand(place).segment();
    }

    /** Returns a place with its array, if known. */
    ReductionMemory operand(int place) {
        return switch (BufferRef.kind(place)) {
            case BufferRef.LINE -> collectives.lines();
            case BufferRef.PAGE -> pages;
            case BufferRef.IN -> of(BufferRef.member(place)).in;
            case BufferRef.OUT -> of(BufferRef.member(place)).out;
            case BufferRef.SCRATCH -> temp;
            default -> of(BufferRef.member(place)).temp;
        };
    }

    long offset(int place) {
        return switch (BufferRef.kind(place)) {
            case BufferRef.LINE -> member.contribution(meeting, BufferRef.member(place));
            case BufferRef.PAGE -> member.page(meeting, BufferRef.member(place));
            case BufferRef.IN -> of(BufferRef.member(place)).inOffset;
            case BufferRef.OUT -> of(BufferRef.member(place)).outOffset;
            case BufferRef.SCRATCH -> scratchOffset;
            default -> 0;
        };
    }

    void showLength(int place, long at, long bytes) {
        memory(place).set(ValueLayout.JAVA_LONG_UNALIGNED, offset(place) + at, bytes);
    }

    /** Compares the length that another member has shown, before its signal. */
    void checkLength(int sender, int place, long at, long bytes) {
        long sentBytes = memory(place).get(ValueLayout.JAVA_LONG_UNALIGNED, offset(place) + at);
        if (sentBytes != bytes) {
            throw collectives.failures().unequal(sender, sentBytes, bytes);
        }
    }

    /** Copies a block of another member, from the place in that member's table, if both lengths agree. */
    void copyTabled(int sender, int entry, int to, long toOffset, long bytes) {
        LentMemory owner = of(sender);
        long sentBytes = owner.call.sentBytes(entry);
        if (sentBytes != bytes) {
            throw collectives.failures().unequal(sender, sentBytes, bytes);
        }
        long from = owner.inOffset + owner.call.sentOffset(entry);
        MemoryCopy.copy(owner.in.segment(), from, memory(to), offset(to) + toOffset, bytes);
    }
}
