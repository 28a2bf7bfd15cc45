package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.rma.call.TargetRuns;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.update.ElementUpdates;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.runtime.error.Causes;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.runtime.memory.ReusedMemory;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The arguments of an access to a member in another process, and its memory: a packed copy of the origin's data, and
 * what stands in for results. Set by the thread that makes the access, before upcalls see it; used again by later
 * accesses.
 */
final class AccessPlan {
    /** Data up to this length is copied, so that the origin's memory is free at once. */
    static final int COPIED_BYTES = 16 << 10;

    private String operation;
    private byte kind;
    private final TargetMemory to = new TargetMemory();
    private MemorySegment operands; // null: none
    private long operandsAt; // where their layout begins
    private DataLayout operandLayout; // null: in a row
    private final ResultMemory results = new ResultMemory();
    private Update update; // null for other kinds
    private ElementType element; // of compare-and-swap
    private long value; // of WindowCall
    private final ReusedMemory copied = ReusedMemory.ofWords();

    /**
     * Says what the access is; returns this. It has no operands until one of the other methods gives some.
     *
     * @param call the operation, for errors
     * @param what of {@link WindowCall}
     * @param there the target's memory, whose region is not known here; copied
     * @param into where what was there goes; null: not wanted
     */
    AccessPlan set(String call, byte what, TargetMemory there, ResultMemory into) {
        operation = call;
        kind = what;
        to.set(there);
        results.setForUpcalls(into, there.lengthBytes());
        operands = null;
        operandsAt = 0;
        operandLayout = null;
        update = null;
        element = null;
        value = results.isWanted() ? 1 : 0;
        return this;
    }

    /** Says what an update does; null for none. Returns this. */
    AccessPlan update(Update done) {
        update = done;
        return this;
    }

    /** Says what a compare-and-swap does; returns this. */
    AccessPlan swap(ElementType type, long expected, long replacement) {
        element = type;
        value = expected;
        operands = copied.of(type.bytes());
        ElementUpdates.setBits(type, operands, 0, replacement);
        return this;
    }

    /** Gives the origin's data, in use until the access ends; returns this. */
    AccessPlan operands(MemorySegment memory, DataLayout layout) {
        operands = memory;
        operandsAt = layout.offsetBytes();
        operandLayout = layout.orNullIfContiguous();
        return this;
    }

    /** Copies the origin's data; returns this. */
    AccessPlan copyOf(MemorySegment memory, DataLayout layout) {
        long length = length();
        MemorySegment packed = copied.of(length);
        LayoutCopy.pack(memory, layout.offsetBytes(), layout.orNullIfContiguous(), 0, packed, 0, length);
        operands = packed;
        return this;
    }

    /** Lets go of the caller's memory; what names the access in errors stays. */
    void clear() {
        operands = null;
        operandLayout = null;
        results.clear();
        copied.end();
    }

    String operation() {
        return operation;
    }

    byte kind() {
        return kind;
    }

    TargetMemory to() {
        return to;
    }

    MemorySegment operands() {
        return operands;
    }

    long operandsAt() {
        return operandsAt;
    }

    DataLayout operandLayout() {
        return operandLayout;
    }

    ResultMemory results() {
        return results;
    }

    /** Writes to a header what it says of the whole access. */
    WindowCall describe(WindowCall call) {
        call.update(update).span(first(), end()).value(value);
        return element == null ? call : call.element(element);
    }

    /** Returns whether operands are copied at the beginning: short ones, and memory confined to the caller's thread. */
    static boolean isCopied(MemorySegment operands, long length) {
        return length <= COPIED_BYTES || MemoryViews.isConfined(operands);
    }

    /** Returns how many bytes. */
    long length() {
        return to.lengthBytes();
    }

    /** Returns the unit, in bytes, that no piece may divide. */
    int unitBytes() {
        return update == null ? 1 : update.unitBytes();
    }

    /** Returns whether the longest piece is a short one: of an update, or of a target with gaps. */
    boolean isInShortPieces() {
        return to.layout() != null || update != null;
    }

    /** Returns the offset of the first byte of the access in the target's part. */
    long first() {
        DataLayout gaps = to.layout();
        return gaps == null ? to.offset() : to.offset() + LayoutShapes.of(gaps).low;
    }

    /** Returns the offset after the last byte. */
    long end() {
        DataLayout gaps = to.layout();
        return gaps == null ? to.offset() + length() : to.offset() + LayoutShapes.of(gaps).high;
    }

    /** Adds the runs of a piece at the target, which has gaps. */
    void addRuns(TargetRuns runs, long begin, long bytes) {
        runs.add(LayoutShapes.of(to.layout()), to.offset() - first(), begin, bytes);
    }

    /**
     * Returns the data of the call for a piece where the operands alone are that, in a row; else null.
     *
     * @param slices of them; null where a slice is not looked for again
     */
    MemorySegment inPlace(long begin, long bytes, RecentSlices slices) {
        if (operands == null || operandLayout != null || to.layout() != null) {
            return null;
        }
        long from = operandsAt + begin;
        return slices == null ? operands.asSlice(from, bytes) : slices.of(operands, from, bytes);
    }

    /**
     * Returns the data of the call for a piece: the runs, then its operands.
     *
     * @param runs null when the target has no gaps
     * @param room for what does not lie in a row
     */
    MemorySegment data(TargetRuns runs, long begin, long bytes, ReusedMemory room) {
        long recordBytes = runs == null ? 0 : runs.bytes();
        MemorySegment data = room.of(recordBytes + (operands == null ? 0 : bytes));
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
    SennitException unusable(RemoteTarget target, Throwable cause) {
        boolean isCut = Causes.of(cause).stream().anyMatch(InternalError.class::isInstance);
        String why = isCut ? "its file was cut short" : "its arena is closed";
        return new SennitException(
                ErrorClass.BUFFER, "memory cannot be used any more (" + why + "): " + text(target), cause);
    }

    String text(RemoteTarget target) {
        return target.text(operation, range());
    }
}
