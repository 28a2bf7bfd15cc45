package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.rma.call.TargetRuns;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The arguments of an access to a member in another process. Immutable.
 *
 * @param operation the call, for errors
 * @param kind of {@link WindowCall}
 * @param to the target's memory, whose region is not known here
 * @param operands the origin's data; null for none
 * @param operandsAt where its layout begins
 * @param operandLayout its layout; null when it lies in a row
 * @param results where what was there goes; null: not wanted
 * @param update what to do; null for other kinds
 * @param element of compare-and-swap
 * @param value of {@link WindowCall}
 */
record AccessPlan(
        String operation,
        byte kind,
        TargetMemory to,
        MemorySegment operands,
        long operandsAt,
        DataLayout operandLayout,
        ResultMemory results,
        Update update,
        ElementType element,
        long value) {
    /** Data up to this length is copied, so that the origin's memory is free at once. */
    static final int COPIED_BYTES = 16 << 10;

    /** Returns whether operands are copied at the beginning: short ones, and memory confined to the caller's thread. */
    static boolean isCopied(MemorySegment operands, long length) {
        return length <= COPIED_BYTES || MemoryViews.isConfined(operands);
    }

    /** Returns a packed copy of the operands. */
    static MemorySegment copy(MemorySegment operands, DataLayout layout, long length) {
        MemorySegment packed = MemorySegment.ofArray(new long[Math.toIntExact(length + 7 >> 3)])
                .asSlice(0, length);
        LayoutCopy.pack(operands, layout.offsetBytes(), layout.orNullIfContiguous(), 0, packed, 0, length);
        return packed;
    }

    /** Returns how many bytes. */
    long length() {
        return to.lengthBytes();
    }

    /** Returns the unit, in bytes, that no piece may divide. */
    int unitBytes() {
        return update == null ? 1 : update.unitBytes();
    }

    /** Returns the offset of the first byte of the access in the target's part. */
    long first() {
        return to.layout() == null ? to.offset() : to.offset() + LayoutShapes.of(to.layout()).low;
    }

    /** Returns the offset after the last byte. */
    long end() {
        return to.layout() == null ? to.offset() + length() : to.offset() + LayoutShapes.of(to.layout()).high;
    }

    /** Returns the runs of a piece at the target; null when it is contiguous. */
    TargetRuns runs(long begin, long bytes) {
        if (to.layout() == null) {
            return null;
        }
        TargetRuns runs = new TargetRuns();
        runs.add(LayoutShapes.of(to.layout()), to.offset() - first(), begin, bytes);
        return runs;
    }

    /** Returns the data of the call for a piece: the runs, then its operands. */
    MemorySegment data(TargetRuns runs, long begin, long bytes) {
        long recordBytes = runs == null ? 0 : runs.bytes();
        boolean isInPlace = operands == null || operandLayout == null;
        if (recordBytes == 0 && isInPlace) {
            return operands == null ? MemorySegment.NULL : operands.asSlice(operandsAt + begin, bytes);
        }
        long operandBytes = operands == null ? 0 : bytes;
        MemorySegment data = MemorySegment.ofArray(new long[(int) (recordBytes + operandBytes + 7 >> 3)])
                .asSlice(0, recordBytes + operandBytes);
        if (runs != null) {
            runs.write(data);
        }
        if (operands != null) {
            LayoutCopy.pack(operands, operandsAt, operandLayout, begin, data, recordBytes, bytes);
        }
        return data;
    }

    String range() {
        return " displacement=" + to.displacement() + " first byte=" + first() + " end=" + end();
    }

    /** Returns the failure of memory at the origin that cannot be used any more. */
    SennitException unusable(RemoteTarget target, RuntimeException cause) {
        return new SennitException(
                ErrorClass.BUFFER, "memory cannot be used any more (its arena is closed): " + text(target), cause);
    }

    String text(RemoteTarget target) {
        return target.text(operation, range());
    }
}
