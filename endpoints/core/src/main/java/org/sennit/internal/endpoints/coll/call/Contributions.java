package org.sennit.internal.endpoints.coll.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.datatype.OffHeapOperands;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.shm.team.TeamMember;
import org.sennit.message.ElementType;

/**
 * What the members of a team give to a meeting out of arrays: each in its line, or in its page where a line is too
 * short. All members know from the length which of the two it is. The signals of {@link TeamMember} publish them.
 *
 * <p>Belongs to the thread that drives the member's endpoint. Allocates only when it prepares the first contribution
 * that goes by the pages, and the first reduction of a type.
 */
final class Contributions {
    private final TeamMember member;
    private final MemorySegment lines;
    private final long linesBase;
    private final OffHeapOperands lineOperands;

    // Null and 0 before the first contribution that is too long for a line.
    private MemorySegment pages;
    private long pagesBase;
    private OffHeapOperands pageOperands;

    Contributions(TeamMember member) {
        this.member = member;
        this.lines = member.lines();
        this.linesBase = OwnMemory.base(lines);
        this.lineOperands = new OffHeapOperands(lines);
    }

    /**
     * Makes what contributions of a length need. Before a meeting is entered: it may fail, and then the call may be
     * repeated.
     *
     * @param bytes the length of a contribution
     */
    void prepare(int bytes) {
        if (bytes > BufferRef.LINE_BYTES && pages == null) {
            MemorySegment found = member.pages();
            pageOperands = new OffHeapOperands(found);
            pagesBase = OwnMemory.base(found);
            pages = found;
        }
    }

    /**
     * Makes what a reduction needs, as {@link #prepare(int)}.
     *
     * @param operation a predefined one that exists for the type
     * @param bytes the length of an operand
     */
    void prepare(Reduction operation, ElementType type, int bytes) {
        prepare(bytes);
        if (bytes > type.bytes()) {
            (bytes <= BufferRef.LINE_BYTES ? lineOperands : pageOperands)
                    .prepare(operation, type, bytes, member.size());
        }
    }

    /** Copies an array to the caller's place in a meeting that it has entered. */
    void put(long meeting, Object array, int bytes) {
        boolean isLine = bytes <= BufferRef.LINE_BYTES;
        long at = address(meeting, member.index(), isLine);
        ArrayCopy.copyFrom(array, 0, OwnMemory.of(isLine ? lines : pages), at, bytes);
    }

    /**
     * Copies from the place of a member that has signalled.
     *
     * @param total the length of its contribution, in bytes
     * @param from where to begin in it, in bytes
     * @param to where to begin in the array, in bytes
     * @param bytes how many to copy
     */
    void copyTo(long meeting, int of, int total, int from, Object array, int to, int bytes) {
        boolean isLine = total <= BufferRef.LINE_BYTES;
        long at = address(meeting, of, isLine) + from;
        ArrayCopy.copyTo(OwnMemory.of(isLine ? lines : pages), at, array, to, bytes);
    }

    /**
     * Combines the operands of the first members, who have signalled, in the order of the canonical tree.
     *
     * @param members their number, at least 1
     */
    void reduce(long meeting, int members, Reduction operation, ElementType type, Object result, int bytes) {
        if (members == 1) {
            copyTo(meeting, 0, bytes, 0, result, 0, bytes);
            return;
        }
        if (bytes == type.bytes()) {
            reduceOne(meeting, members, operation, type, result);
            return;
        }
        boolean isLine = bytes <= BufferRef.LINE_BYTES;
        OffHeapOperands operands = isLine ? lineOperands : pageOperands;
        long first = isLine ? member.contribution(meeting, 0) : member.page(meeting, 0);
        long second = isLine ? member.contribution(meeting, 1) : member.page(meeting, 1);
        operands.reduce(operation, type, first, second - first, members, result, bytes / type.bytes());
    }

    /** The same for operands of one element, without loops. */
    private void reduceOne(long meeting, int members, Reduction operation, ElementType type, Object result) {
        int each = type.bytes();
        long value = operation.combine(type, bits(meeting, 0, each), bits(meeting, 1, each));
        if (members > 2) {
            long right = bits(meeting, 2, each);
            right = members == 3 ? right : operation.combine(type, right, bits(meeting, 3, each));
            value = operation.combine(type, value, right);
        }
        SingleElement.set(result, value);
    }

    private long bits(long meeting, int of, int each) {
        long at = address(meeting, of, true);
        MemorySegment memory = OwnMemory.of(lines);
        if (each == Long.BYTES) {
            return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        }
        return each == Integer.BYTES
                ? memory.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xffff_ffffL
                : memory.get(ValueLayout.JAVA_BYTE, at) & 0xffL;
    }

    private long address(long meeting, int of, boolean isLine) {
        return isLine ? linesBase + member.contribution(meeting, of) : pagesBase + member.page(meeting, of);
    }
}
