package org.sennit.conformance.collectives;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.sennit.message.DataLayout;

/** The types of elements; in the model a number is the bits that it has in memory, as a long. */
enum NumberType {
    BYTE(DataLayout.BYTE, 1),
    SHORT(DataLayout.SHORT, 2),
    CHAR(DataLayout.CHAR, 2),
    INT(DataLayout.INT, 4),
    LONG(DataLayout.LONG, 8),
    FLOAT(DataLayout.FLOAT, 4),
    DOUBLE(DataLayout.DOUBLE, 8);

    final DataLayout layout;
    final int bytes;

    NumberType(DataLayout layout, int bytes) {
        this.layout = layout;
        this.bytes = bytes;
    }

    boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    Object array(int length) {
        return switch (this) {
            case BYTE -> new byte[length];
            case SHORT -> new short[length];
            case CHAR -> new char[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
        };
    }

    static MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            default -> MemorySegment.ofArray((double[]) array);
        };
    }

    /** The bits at an offset, of a CHAR without sign, of the other integers with their sign. */
    long get(MemorySegment memory, long offset) {
        return switch (this) {
            case BYTE -> memory.get(ValueLayout.JAVA_BYTE, offset);
            case SHORT -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset);
            case CHAR -> memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset);
            case INT, FLOAT -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset);
            case LONG, DOUBLE -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        };
    }

    void set(MemorySegment memory, long offset, long bits) {
        switch (this) {
            case BYTE -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) bits);
            case SHORT -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) bits);
            case CHAR -> memory.set(ValueLayout.JAVA_CHAR_UNALIGNED, offset, (char) bits);
            case INT, FLOAT -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) bits);
            case LONG, DOUBLE -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, bits);
        }
    }

    /** Cuts a number to the type, as {@link #get} returns it. */
    long cut(long bits) {
        return switch (this) {
            case BYTE -> (byte) bits;
            case SHORT -> (short) bits;
            case CHAR -> (char) bits;
            case INT, FLOAT -> (int) bits;
            case LONG, DOUBLE -> bits;
        };
    }
}
