package org.sennit.conformance.collectives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import org.sennit.Blocks;
import org.sennit.message.DataLayout;

/**
 * Memory of a member with one block or several, as the API takes it, and where each element of it is, reckoned apart
 * from the library. What lies between the elements must stay as it was.
 */
final class Buffer {
    private static final byte UNTOUCHED = 0x5A;

    /** Elements of a long block that are looked at besides the first and the last ones. */
    private static final int SAMPLES = 2000;

    private static final int ENDS = 300;

    /** Where elements lie. */
    enum Kind {
        /** A primitive array, as long as its elements. */
        ARRAY,
        /** Native memory that goes on behind. */
        NATIVE,
        /** Every other element of native memory. */
        STRIDED
    }

    /** Which number an element should be. */
    @FunctionalInterface
    interface Numbers {
        long at(int block, int index);
    }

    private final NumberType type;
    private final int[] counts;
    private final long[] starts; // of the blocks, in bytes
    private final long step; // from element to element, in bytes
    private final MemorySegment view;

    /** What the API gets. */
    final Object memory;

    /** Of one block. */
    final DataLayout layout;

    /** Of all, where they differ in length; else null. */
    final Blocks blocks;

    /** Blocks of one length, each at an extent from the one before. */
    Buffer(NumberType type, Kind kind, int blockCount, int count) {
        this.type = type;
        this.counts = new int[blockCount];
        Arrays.fill(counts, count);
        this.starts = new long[blockCount];
        this.step = (kind == Kind.STRIDED ? 2L : 1) * type.bytes;
        long extent = kind == Kind.STRIDED && count > 0 ? count * step - type.bytes : count * step;
        Arrays.setAll(starts, b -> b * extent);
        this.layout = kind == Kind.STRIDED && count > 0
                ? DataLayout.vector(count, 1, 2, type.layout)
                : type.layout.count(count);
        this.blocks = null;
        this.memory = allocate(kind, blockCount * extent);
        this.view = view();
    }

    /**
     * Blocks of several lengths: one after the other where the kind is an array, else with gaps, the last one first.
     */
    Buffer(NumberType type, Kind kind, int[] counts) {
        this.type = type;
        this.counts = counts;
        this.starts = new long[counts.length];
        this.step = (kind == Kind.STRIDED ? 2L : 1) * type.bytes;
        DataLayout element =
                kind == Kind.STRIDED ? DataLayout.contiguous(1, type.layout).resized(0, step) : type.layout;
        int[] displacements = new int[counts.length];
        int end = 0;
        for (int i = 0; i < counts.length; i++) {
            int b = kind == Kind.ARRAY ? i : counts.length - 1 - i;
            displacements[b] = end;
            starts[b] = end * step;
            end += counts[b] + (kind == Kind.ARRAY ? 0 : 3);
        }
        this.layout = null;
        this.blocks = Blocks.of(element, counts, displacements);
        this.memory = allocate(kind, end * step);
        this.view = view();
    }

    private Object allocate(Kind kind, long bytes) {
        return kind == Kind.ARRAY
                ? type.array(Math.toIntExact(bytes / type.bytes))
                : Arena.ofAuto().allocate(bytes + 64, 8);
    }

    private MemorySegment view() {
        return memory instanceof MemorySegment segment ? segment : NumberType.segment(memory);
    }

    int blockCount() {
        return counts.length;
    }

    /** Makes all of it recognizable. */
    void clear() {
        view.fill(UNTOUCHED);
    }

    void fill(Numbers numbers) {
        for (int b = 0; b < counts.length; b++) {
            fillBlock(b, numbers);
        }
    }

    void fillBlock(int block, Numbers numbers) {
        for (int i = 0; i < counts[block]; i++) {
            type.set(view, starts[block] + i * step, numbers.at(block, i));
        }
    }

    /** Throws when an element is not as it should be, or a gap is not as it was. */
    void check(Numbers expected, String what) {
        for (int b = 0; b < counts.length; b++) {
            int count = counts[b];
            for (int i = 0; i < count; i = next(i, count)) {
                checkElement(b, i, starts[b] + i * step, expected.at(b, i), what);
            }
        }
        if (memory instanceof MemorySegment) {
            for (long at = view.byteSize() - 64; at < view.byteSize(); at++) {
                checkGap(at, what);
            }
        }
    }

    /** Looks at the beginning only: of a result that lies in the operand. */
    void checkFirst(int count, IntToLongFunction expected, String what) {
        for (int i = 0; i < count; i = next(i, count)) {
            long found = type.get(view, i * (long) type.bytes);
            if (found != expected.applyAsLong(i)) {
                throw new AssertionError("element " + i + " of " + count + ": found " + Long.toHexString(found)
                        + " instead of " + Long.toHexString(expected.applyAsLong(i)) + " in place in " + what);
            }
        }
    }

    private static int next(int index, int count) {
        int far = count / SAMPLES;
        return index < ENDS || index >= count - ENDS || far <= 1 ? index + 1 : Math.min(index + far, count - ENDS);
    }

    private void checkElement(int block, int index, long at, long expected, String what) {
        long found = type.get(view, at);
        if (found != expected) {
            throw new AssertionError("block " + block + " element " + index + " of " + counts[block] + ": found "
                    + Long.toHexString(found) + " instead of " + Long.toHexString(expected) + " in " + what);
        }
        if (step > type.bytes && index + 1 < counts[block]) {
            checkGap(at + type.bytes, what);
        }
    }

    private void checkGap(long at, String what) {
        if (view.get(java.lang.foreign.ValueLayout.JAVA_BYTE, at) != UNTOUCHED) {
            throw new AssertionError("written between its elements, at byte " + at + ": " + what);
        }
    }
}
