package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntToLongFunction;
import org.sennit.message.DataLayout;

/** A memory of some kind that holds longs, one or two places apart, for tests against a model. */
final class Cells {
    /** Kinds of memory, and how its elements lie. */
    enum Kind {
        ARRAY,
        GAPS,
        CONFINED
    }

    static final long UNTOUCHED = -77;

    private final Object memory;
    private final MemorySegment view;
    private final int stride;
    private final int count;

    Cells(Kind kind, int count) {
        this.count = count;
        this.stride = kind == Kind.GAPS ? 2 : 1;
        long[] array = new long[stride * count];
        if (kind == Kind.CONFINED) {
            this.view = Arena.ofConfined()
                    .allocate(Math.max(8, 8L * array.length), 8)
                    .asSlice(0, 8L * array.length);
            this.memory = view;
        } else {
            this.view = MemorySegment.ofArray(array);
            this.memory = array;
        }
        clear();
    }

    Object memory() {
        return memory;
    }

    /** One element, at the extent at which they lie. */
    DataLayout element() {
        return stride == 1 ? DataLayout.LONG : DataLayout.LONG.count(1).resized(0, 16);
    }

    DataLayout layout(int elements) {
        return stride == 1 ? DataLayout.LONG.count(elements) : DataLayout.contiguous(elements, element());
    }

    Blocks blocks(int[] counts, int[] displacements) {
        return Blocks.of(element(), counts, displacements);
    }

    long get(int i) {
        return view.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, (long) stride * i);
    }

    void clear() {
        for (long i = 0; i < (long) stride * count; i++) {
            view.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, UNTOUCHED);
        }
    }

    void fill(int first, int length, IntToLongFunction value) {
        for (int i = 0; i < length; i++) {
            view.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, (long) stride * (first + i), value.applyAsLong(i));
        }
    }

    void check(String what, int first, int length, IntToLongFunction value) {
        for (int i = 0; i < length; i++) {
            assertEquals(value.applyAsLong(i), get(first + i), what + " at " + i);
        }
        for (long i = 0; i < (long) stride * count; i++) {
            if (i % stride != 0) {
                assertEquals(
                        UNTOUCHED, view.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i), what + " between elements");
            }
        }
    }
}
