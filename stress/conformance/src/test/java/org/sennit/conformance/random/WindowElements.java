package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.message.DataLayout;

/** What an access of {@link WindowPhase} means within a word of 8 bytes: elements of a type, side by side at the origin. */
enum WindowElements {
    /** The word. */
    LONG(DataLayout.LONG, 0),
    /** Its first half. */
    INT(DataLayout.INT, 0),
    /** An element within an int. */
    SHORT(DataLayout.SHORT, 2),
    /** The last byte. */
    BYTE(DataLayout.BYTE, 7),
    /** Both halves. */
    TWO_INTS(DataLayout.INT, 0, 4),
    /** Elements with gaps between them. */
    SHORTS_WITH_GAPS(DataLayout.SHORT, 0, 4),
    /** The same at uneven distances, not in order. */
    BYTES_OUT_OF_ORDER(DataLayout.BYTE, 5, 0, 3);

    private final DataLayout element;
    private final int bytes;
    private final int[] offsets;
    private final DataLayout layout;

    WindowElements(DataLayout element, int... offsets) {
        this.element = element;
        this.bytes = (int) element.unitBytes();
        this.offsets = offsets;
        long[] lengths = new long[offsets.length];
        long[] displacements = new long[offsets.length];
        for (int i = 0; i < offsets.length; i++) {
            lengths[i] = 1;
            displacements[i] = offsets[i];
        }
        this.layout = DataLayout.byteIndexed(lengths, displacements, element).count(1);
    }

    boolean isSeveral() {
        return offsets.length > 1 || offsets[0] > 0; // a call that takes one element has no layout of the target
    }

    /** Where they lie in the word. */
    DataLayout layout() {
        return layout;
    }

    /** How they lie at the origin. */
    DataLayout packedLayout() {
        return element.count(offsets.length);
    }

    private long get(MemorySegment memory, long at) {
        return switch (bytes) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    private void setOne(MemorySegment memory, long at, long value) {
        switch (bytes) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
            case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        }
    }

    /** Sets all of a word to a value. */
    void set(MemorySegment memory, long word, long value) {
        for (int offset : offsets) {
            setOne(memory, word + offset, value);
        }
    }

    /** Adds a value to all of a word. */
    void add(MemorySegment memory, long word, long value) {
        for (int offset : offsets) {
            setOne(memory, word + offset, get(memory, word + offset) + value);
        }
    }

    /** As many elements of a value, side by side. */
    MemorySegment packed(long value) {
        MemorySegment packed = MemorySegment.ofArray(new long[1]).asSlice(0, (long) bytes * offsets.length);
        for (int i = 0; i < offsets.length; i++) {
            setOne(packed, (long) i * bytes, value);
        }
        return packed;
    }

    /** Those of a word, side by side. */
    MemorySegment packed(MemorySegment memory, long word) {
        MemorySegment packed = packed(0);
        for (int i = 0; i < offsets.length; i++) {
            setOne(packed, (long) i * bytes, get(memory, word + offsets[i]));
        }
        return packed;
    }
}
