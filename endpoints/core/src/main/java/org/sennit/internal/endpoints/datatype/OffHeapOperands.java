package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import org.sennit.message.ElementType;

/**
 * Reduces up to four operands that lie at equal distances in one off-heap memory into an array, by the loops that
 * become vector code and without a search for views. Belongs to one thread; allocates where it prepares the first
 * reduction of a type, or one of longer operands.
 */
public final class OffHeapOperands {
    private final MemorySegment memory;

    // By type, made on first use: a view of the memory, and an array for a partial result.
    private final Buffer[] views = new Buffer[ElementType.values().length];
    private final Object[] partials = new Object[views.length];

    /**
     * Makes it for a memory.
     *
     * @param memory off-heap, of at most 1 GiB
     */
    public OffHeapOperands(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Makes what a reduction of several elements needs, so that {@link #reduce} cannot fail.
     *
     * @param operation a predefined one that exists for the type
     * @param bytes the length of an operand
     * @param operands their number, at least 2
     */
    public void prepare(Reduction operation, ElementType type, int bytes, int operands) {
        operation.loops(type);
        view(type);
        if (operands > 3) {
            partial(type, bytes / type.bytes());
        }
    }

    /**
     * Reduces in the order of the canonical tree: {@code (0 + 1) + 2}, or {@code (0 + 1) + (2 + 3)}.
     *
     * @param operation a predefined one that exists for the type
     * @param first where the first operand begins, in bytes, a multiple of the type
     * @param distance from each operand to the next, in bytes, a multiple of the type
     * @param operands their number, 2 to 4
     * @param result an array of the type
     * @param count the elements of each operand, at most those that lie between two
     */
    public void reduce(
            Reduction operation, ElementType type, long first, long distance, int operands, Object result, int count) {
        ElementLoops loops = operation.loops(type);
        Buffer view = view(type);
        int at = (int) (first / type.bytes());
        int step = (int) (distance / type.bytes());
        loops.buffersToArray(view, at, view, at + step, result, 0, count);
        if (operands == 3) {
            loops.arrayAndBuffer(result, 0, view, at + 2 * step, result, 0, count);
        } else if (operands > 3) {
            Object partial = partial(type, count);
            loops.buffersToArray(view, at + 2 * step, view, at + 3 * step, partial, 0, count);
            loops.arrays(result, 0, partial, 0, result, 0, count);
        }
    }

    private Buffer view(ElementType type) {
        Buffer known = views[type.ordinal()];
        if (known == null) {
            known = BufferViews.make(memory, type);
            views[type.ordinal()] = known;
        }
        return known;
    }

    private Object partial(ElementType type, int count) {
        Object known = partials[type.ordinal()];
        if (known == null || Array.getLength(known) < count) {
            known = MemorySegments.ofHeap(type, count).heapBase().orElseThrow();
            partials[type.ordinal()] = known;
        }
        return known;
    }
}
