package org.sennit.internal.endpoints.rma.update;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Pieces;
import org.sennit.internal.runtime.layout.LayoutShape.Run;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.ElementType;

/**
 * Updates elements of a target one by one, each atomically, with contiguous operands, and stores the previous values if
 * they are wanted. Used again by later accesses, by one thread at a time.
 */
public final class ElementUpdates {
    /** Elements, or pairs, under the guard at once. Rule of thumb, not measured. */
    private static final int MOST_GUARDED = 4096;

    private UpdateGuard guard;
    private int pairBytes; // of pairs, whose caller has the guard; 0 for elements by themselves
    private UpdateGuard callers;
    private boolean isLeft; // the guard, by a turn of others whose end has thrown
    private long heldBytes; // updated since the guard was taken; where it is the caller's
    private int target;
    private Region region;
    private ElementType type;
    private Reduction operation;
    private MemorySegment operands; // null for NO_OP without any
    private boolean areOperandsFile; // mapped: what has been read of it may be no data
    private long operandsAt; // where they begin, in bytes
    private MemorySegment results; // null: not wanted
    private long resultsAt;

    /** Says what is updated; returns this. */
    ElementUpdates begin(UpdateGuard given, int bytesOfPairs, int rank, Region memory, Update update) {
        guard = bytesOfPairs == 0 ? given : UpdateGuard.HELD;
        callers = given;
        pairBytes = bytesOfPairs;
        isLeft = false;
        heldBytes = 0;
        target = rank;
        region = memory;
        type = update.element();
        operation = update.operation();
        return this;
    }

    /**
     * Says with what, and where the previous values go, each side by side from an offset on; returns this.
     *
     * @param from null for NO_OP without any
     * @param into null where they are not wanted
     */
    public ElementUpdates with(MemorySegment from, long fromAt, MemorySegment into, long intoAt) {
        operands = from;
        areOperandsFile = from != null && from.isMapped();
        operandsAt = fromAt;
        results = into;
        resultsAt = intoAt;
        return this;
    }

    /** Lets go of all memory; returns whether the caller still has the guard, which a failed turn of others ends. */
    boolean end() {
        boolean isHeld = !isLeft;
        guard = null;
        callers = null;
        region = null;
        operands = null;
        results = null;
        return isHeld;
    }

    /**
     * Returns the bits of an element of the program's memory, as {@link #bits}.
     *
     * @throws InternalError when it is a mapped file that was cut short
     */
    public static long read(ElementType type, MemorySegment memory, long offset) {
        long bits = bits(type, memory, offset);
        MappedFaults.throwPending(memory);
        return bits;
    }

    /** Stores an element of the program's memory, as {@link #setBits}; throws as {@link #read}. */
    public static void write(ElementType type, MemorySegment memory, long offset, long bits) {
        setBits(type, memory, offset, bits);
        MappedFaults.throwPending(memory);
    }

    private long operand(long at) {
        long bits = bits(type, operands, operandsAt + at);
        if (areOperandsFile) {
            MappedFaults.poll(); // before the target is updated with it
        }
        return bits;
    }

    /** Returns the bits of an element at any alignment; those above it are zero. */
    public static long bits(ElementType type, MemorySegment memory, long offset) {
        return switch (type.bytes()) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
            case 2 -> memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset);
            case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset) & 0xffff_ffffL;
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        };
    }

    /** Stores an element at any alignment. */
    public static void setBits(ElementType type, MemorySegment memory, long offset, long bits) {
        switch (type.bytes()) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
            case 2 -> memory.set(ValueLayout.JAVA_CHAR_UNALIGNED, offset, (char) bits);
            case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) bits);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, bits);
        }
    }

    /**
     * Updates a range of the elements of a layout at the target.
     *
     * @param at where the first byte of the layout lies, in bytes
     * @param shape the layout; null for contiguous elements
     * @param from where the range begins, in packed order
     * @param length its bytes
     * @param operandAt where its operands, and its results, begin among all
     */
    public void run(long at, LayoutShape shape, long from, long length, long operandAt) {
        switch (shape) {
            case null -> run(at + from, length, operandAt);
            case Run _ -> run(at + from, length, operandAt);
            case Loop loop -> runLoop(at, loop, from, length, operandAt);
            case Absolute _ -> throw new AssertionError("no layout of a window");
            case Pieces pieces -> {
                long end = from + length;
                long position = from;
                for (int i = pieces.indexOf(from); position < end; i++) {
                    LayoutShape piece = pieces.shape(i);
                    long inPiece = position - pieces.start(i);
                    long step = Math.min(end - position, piece.sizeBytes - inPiece);
                    run(at + pieces.displacement(i), piece, inPiece, step, operandAt + position - from);
                    position += step;
                }
            }
        }
    }

    private void runLoop(long at, Loop loop, long from, long length, long operandAt) {
        long size = loop.body.sizeBytes;
        long i = from / size;
        long inBody = from - i * size;
        for (long done = 0; done < length; i++) {
            long step = Math.min(length - done, size - inBody);
            run(at + i * loop.strideBytes, loop.body, inBody, step, operandAt + done);
            done += step;
            inBody = 0;
        }
    }

    private void run(long at, long lengthBytes, long operandAt) {
        if (pairBytes == 0) {
            update(at, lengthBytes, operandAt);
            return;
        }
        long most = (long) MOST_GUARDED * pairBytes;
        long done = 0;
        while (done < lengthBytes) {
            long within = (operandAt + done) % pairBytes; // of a pair that has been begun
            if (within == 0 && heldBytes >= most) {
                callers.leaveUpdate(target); // others have their turn
                isLeft = true;
                callers.guardUpdate(target);
                isLeft = false;
                heldBytes = 0;
            }
            long wholePairs = Math.max(1, (most - heldBytes) / pairBytes) * pairBytes;
            long length = Math.min(wholePairs - within, lengthBytes - done);
            update(at + done, length, operandAt + done);
            heldBytes += length;
            done += length;
        }
    }

    private void update(long at, long lengthBytes, long operandAt) {
        AtomicElements elements = AtomicElements.of(region, at, type);
        int size = type.bytes();
        if (elements == null) {
            guarded(at, lengthBytes, operandAt);
            return;
        }
        for (long done = 0; done < lengthBytes; done += size) {
            long operand = operands == null ? 0 : operand(operandAt + done);
            long old = update(elements, region, at + done, type, operation, operand);
            if (results != null) {
                setBits(type, results, resultsAt + operandAt + done, old);
            }
        }
        MappedFaults.throwPending(results);
    }

    /** Updates one element; returns what was there. */
    public static long update(
            AtomicElements elements, Region region, long at, ElementType type, Reduction operation, long operand) {
        long old;
        if (operation == Reduction.NO_OP) {
            old = elements.get(region, at);
        } else if (operation == Reduction.REPLACE) {
            old = elements.getAndSet(region, at, operand);
        } else if (operation == Reduction.SUM && (type == ElementType.LONG || type == ElementType.INT)) {
            old = elements.getAndAdd(region, at, operand);
        } else {
            do {
                old = elements.get(region, at);
                region.throwPending(); // or the loop has no end
            } while (!elements.compareAndSet(region, at, old, operation.combine(type, old, operand)));
        }
        region.throwPending();
        return old;
    }

    /** Replaces one element if it has the expected bits; returns what was there. */
    public static long swap(
            UpdateGuard guard, int target, Region region, long at, ElementType type, long expected, long replacement) {
        AtomicElements elements = AtomicElements.of(region, at, type);
        if (elements != null) {
            while (true) {
                long old = elements.get(region, at);
                region.throwPending();
                if (old != expected || elements.compareAndSet(region, at, expected, replacement)) {
                    return old;
                }
            }
        }
        guard.guardUpdate(target);
        try {
            long old = bits(type, region.segment(), at);
            if (old == expected) {
                setBits(type, region.segment(), at, replacement);
            }
            region.throwPending();
            return old;
        } finally {
            guard.leaveUpdate(target);
        }
    }

    /**
     * Updates elements without an atomic instruction under the target's guard, which is released between parts of
     * bounded length.
     */
    private void guarded(long at, long lengthBytes, long operandAt) {
        int size = type.bytes();
        long part = (long) MOST_GUARDED * size;
        for (long begin = 0; begin < lengthBytes; begin += part) {
            long end = Math.min(lengthBytes, begin + part);
            guard.guardUpdate(target);
            try {
                for (long done = begin; done < end; done += size) {
                    guardedOne(at + done, operandAt + done);
                }
            } finally {
                guard.leaveUpdate(target);
            }
        }
    }

    private void guardedOne(long at, long operandAt) {
        long old = bits(type, region.segment(), at);
        if (operation != Reduction.NO_OP) {
            long operand = operand(operandAt);
            long replacement = operation == Reduction.REPLACE ? operand : operation.combine(type, old, operand);
            setBits(type, region.segment(), at, replacement);
        }
        region.throwPending();
        if (results != null) {
            setBits(type, results, resultsAt + operandAt, old);
            MappedFaults.throwPending(results);
        }
    }
}
