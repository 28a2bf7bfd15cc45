package org.sennit.internal.endpoints.rma.update;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.datatype.Operands;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionMemory;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.DataLayout;

/**
 * Executes updates in this process. Has what an update needs while it is executed, and keeps it for later ones: data
 * with gaps goes through staging memory part by part, so that this is short however long the update is, and is at most
 * {@value #STAGED_BYTES} bytes each for the operands, the previous values and the pairs. Used by one thread at a time.
 */
public final class UpdateExecution {
    /** The longest part that goes through staging memory, in bytes: it stays in the first-level cache. */
    public static final int STAGED_BYTES = 16 << 10;

    // Of this update.
    private Update update;
    private UpdateGuard guard;
    private TargetMemory to;

    private final ElementUpdates elements = new ElementUpdates();
    private final Operands operands = new Operands();
    private final Room ofOperands = new Room();
    private final Room ofResults = new Room();
    private final Room ofPairs = new Room();

    /** Staging memory, made when it is needed first. */
    private static final class Room {
        private final ReductionMemory memory = new ReductionMemory();

        MemorySegment segment() {
            if (memory.array() == null) {
                long[] array = new long[STAGED_BYTES / Long.BYTES];
                memory.set(MemorySegment.ofArray(array), array);
            }
            return memory.segment();
        }
    }

    /** Says what is updated, and how; returns this. The target's memory is the caller's object. */
    public UpdateExecution of(Update given, UpdateGuard ofTarget, TargetMemory target) {
        update = given;
        guard = ofTarget;
        to = target;
        return this;
    }

    /**
     * Updates the target.
     *
     * @param from the operands; null for NO_OP
     * @param fromLayout how they lie there
     * @param into where what was there goes; null where it is not wanted
     * @param intoLayout how it lies there
     */
    public void run(MemorySegment from, DataLayout fromLayout, MemorySegment into, DataLayout intoLayout) {
        boolean isFromStaged = from != null && !fromLayout.isContiguous();
        boolean isIntoStaged = into != null && !intoLayout.isContiguous();
        long length = to.lengthBytes();
        long most = isFromStaged || isIntoStaged ? STAGED_BYTES - STAGED_BYTES % update.unitBytes() : length;
        for (long begin = 0; begin < length; begin += most) {
            long bytes = Math.min(most, length - begin);
            MemorySegment values = from;
            long valuesAt = from == null ? 0 : fromLayout.offsetBytes();
            if (isFromStaged) {
                values = ofOperands.segment();
                LayoutCopy.pack(from, valuesAt, fromLayout, begin, values, 0, bytes);
                valuesAt = -begin;
            }
            MemorySegment seen = isIntoStaged ? ofResults.segment() : into;
            long seenAt = isIntoStaged ? -begin : into == null ? 0 : intoLayout.offsetBytes();
            part(begin, bytes, values, valuesAt, seen, seenAt);
            if (isIntoStaged) {
                LayoutCopy.unpack(seen, 0, into, intoLayout.offsetBytes(), intoLayout, begin, bytes);
            }
        }
    }

    /**
     * Updates the target with operands that lie side by side.
     *
     * @param from the operands; null for NO_OP
     * @param fromAt where they begin
     * @param into where what was there goes, side by side; null where it is not wanted
     * @param intoAt where it begins
     */
    public void run(MemorySegment from, long fromAt, MemorySegment into, long intoAt) {
        part(0, to.lengthBytes(), from, fromAt, into, intoAt);
    }

    /** Updates a range, whose operands and results lie in a row with those of the others. */
    private void part(long begin, long length, MemorySegment from, long fromAt, MemorySegment into, long intoAt) {
        if (update.element() == null) {
            pairs(begin, length, from, fromAt, into, intoAt);
            return;
        }
        LayoutShape shape = to.layout() == null ? null : LayoutShapes.of(to.layout());
        ElementUpdates each = begin().with(from, fromAt, into, intoAt);
        try {
            each.run(to.offset(), shape, begin, length, begin);
        } finally {
            end();
        }
    }

    /**
     * Begins an update of elements: takes the guard for those of pairs, which is released between two now and then.
     * {@link #end} must follow.
     */
    public ElementUpdates begin() {
        int pairBytes = update.pair() == null ? 0 : update.pair().bytes();
        if (pairBytes > 0) {
            guard.guardUpdate(to.target());
        }
        return elements.begin(guard, pairBytes, to.target(), to.region(), update);
    }

    /** Ends what {@link #begin} has begun. */
    public void end() {
        boolean isHeld = elements.end();
        if (update.pair() != null && isHeld) {
            guard.leaveUpdate(to.target());
        }
    }

    /**
     * Pairs that have no elements, or whose elements belong together: gathered, updated and scattered under the guard.
     */
    private void pairs(long begin, long length, MemorySegment from, long fromAt, MemorySegment into, long intoAt) {
        MemorySegment memory = to.region().segment();
        MemorySegment seen = ofPairs.segment();
        long most = STAGED_BYTES - STAGED_BYTES % update.unitBytes();
        for (long at = begin; at < begin + length; at += most) {
            long bytes = Math.min(most, begin + length - at);
            guard.guardUpdate(to.target());
            try {
                LayoutCopy.pack(memory, to.offset(), to.layout(), at, seen, 0, bytes);
                if (into != null) {
                    MemorySegment.copy(seen, 0, into, intoAt + at, bytes);
                    MappedFaults.throwPending(into);
                }
                if (update.operation() != Reduction.NO_OP) {
                    combine(from, fromAt + at, bytes);
                    LayoutCopy.unpack(seen, 0, memory, to.offset(), to.layout(), at, bytes);
                }
            } finally {
                guard.leaveUpdate(to.target());
            }
        }
    }

    /**
     * Returns the room for pairs that the caller gathers and scatters under the guard.
     *
     * @return {@value #STAGED_BYTES} bytes
     */
    public MemorySegment pairs() {
        return ofPairs.segment();
    }

    /** Combines what is in the room for pairs with operands from an offset on, at most as many bytes as it has. */
    public void combine(MemorySegment from, long fromAt, long bytes) {
        MemorySegment seen = ofPairs.segment();
        if (update.operation() == Reduction.REPLACE) {
            MemorySegment.copy(from, fromAt, seen, 0, bytes);
            MappedFaults.throwPending(from);
        } else if (update.operation() != Reduction.NO_OP) {
            MemorySegment own = ofOperands.segment();
            long ownAt = fromAt;
            if (from != own) { // where its array is known
                MemorySegment.copy(from, fromAt, own, 0, bytes);
                MappedFaults.throwPending(from);
                ownAt = 0;
            }
            int count = (int) (bytes / update.unitBytes());
            operands.set(ofPairs.memory, 0, ofOperands.memory, ownAt, ofPairs.memory, 0, count);
            update.operation().apply(ReductionType.of(update.pair()), operands);
        }
    }
}
