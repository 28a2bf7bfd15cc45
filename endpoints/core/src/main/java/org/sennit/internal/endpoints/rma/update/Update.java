package org.sennit.internal.endpoints.rma.update;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.sennit.PairType;
import org.sennit.internal.endpoints.datatype.Operands;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.LayoutShapes;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * An operation on the elements of a layout: element by element, or pair by pair under the target's guard, since no
 * instruction updates a pair. Pairs of one type that are replaced or read may be elements to other accesses: they are
 * updated element by element under the guard. Immutable.
 *
 * @param operation a predefined one
 * @param element the type of the elements; null for pairs of two types, and for operations on pairs
 * @param pair the type of the pairs; null for elements alone
 */
public record Update(Reduction operation, ElementType element, PairType pair) {
    /** Pairs under the guard at once. */
    private static final int MOST_GUARDED = 4096;

    /** Returns the update; null when the operation is not for the layout. */
    public static Update of(Reduction operation, DataLayout layout) {
        ElementType element = layout.elementType();
        if (operation == Reduction.REPLACE || operation == Reduction.NO_OP) {
            PairType pair = PairType.in(layout);
            if (pair != null && element != null && layout.unitBytes() != pair.bytes()) {
                pair = null; // bare elements
            }
            return element == null && pair == null ? null : new Update(operation, element, pair);
        }
        ReductionType type = operation.typeOf(layout);
        return new Update(operation, type.elementType(), type.pairType());
    }

    /** Returns the bytes of one element or pair. */
    public int unitBytes() {
        return pair != null ? pair.bytes() : element.bytes();
    }

    /** Returns whether the target's guard is needed, so that its own process has to do it. */
    public boolean isGuarded(TargetMemory to) {
        return pair != null
                || element == null
                || !AtomicElements.areAll(
                        to.region(), to.offset(), to.layout() == null ? null : LayoutShapes.of(to.layout()), element);
    }

    /**
     * Updates the target.
     *
     * @param operands side by side; null for NO_OP
     * @param results room for what was there, side by side; null where it is not wanted
     */
    public void apply(UpdateGuard guard, TargetMemory to, MemorySegment operands, MemorySegment results) {
        int target = to.target();
        if (element != null) {
            elements(
                    guard,
                    target,
                    to.region(),
                    operands,
                    results,
                    elements -> elements.run(
                            to.offset(),
                            to.layout() == null ? null : LayoutShapes.of(to.layout()),
                            to.lengthBytes(),
                            0));
            return;
        }
        long part = (long) MOST_GUARDED * pair.bytes();
        for (long begin = 0; begin < to.lengthBytes(); begin += part) {
            long length = Math.min(part, to.lengthBytes() - begin);
            guard.guardUpdate(target);
            try {
                pairs(to, begin, length, operands, results);
            } finally {
                guard.leaveUpdate(target);
            }
        }
    }

    /** Updates elements; those of pairs under the guard, which is released between two pairs now and then. */
    public void elements(
            UpdateGuard guard,
            int target,
            Region region,
            MemorySegment operands,
            MemorySegment results,
            Consumer<ElementUpdates> work) {
        if (pair == null) {
            work.accept(new ElementUpdates(guard, 0, target, region, element, operation, operands, results));
            return;
        }
        guard.guardUpdate(target);
        try {
            work.accept(new ElementUpdates(guard, pair.bytes(), target, region, element, operation, operands, results));
        } finally {
            guard.leaveUpdate(target);
        }
    }

    private void pairs(TargetMemory to, long begin, long length, MemorySegment operands, MemorySegment results) {
        MemorySegment memory = to.region().segment();
        MemorySegment seen = MemorySegment.ofArray(new long[(int) (length + 7 >> 3)]);
        LayoutCopy.pack(memory, to.offset(), to.layout(), begin, seen, 0, length);
        if (results != null) {
            MemorySegment.copy(seen, 0, results, begin, length);
        }
        if (operation != Reduction.NO_OP) {
            combinePairs(seen, operands, begin, length);
            LayoutCopy.unpack(seen, 0, memory, to.offset(), to.layout(), begin, length);
        }
    }

    /** Combines pairs that lie side by side with operands from an offset on; under the guard. */
    public void combinePairs(MemorySegment seen, MemorySegment operands, long operandsAt, long length) {
        if (operation == Reduction.REPLACE) {
            MemorySegment.copy(operands, operandsAt, seen, 0, length);
        } else if (operation != Reduction.NO_OP) {
            int count = (int) (length / pair.bytes());
            operation.apply(ReductionType.of(pair), Operands.of(seen, 0, operands, operandsAt, seen, 0, count));
        }
    }
}
