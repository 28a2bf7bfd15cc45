package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.sennit.Operation;
import org.sennit.PairType;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * What an access of {@link WindowPhase} means within a word of 8 bytes: elements of a type, side by side at the origin.
 */
enum WindowElements {
    /** The word. */
    LONG(ElementType.LONG, 0),
    /** Its first half. */
    INT(ElementType.INT, 0),
    /** An element within an int. */
    SHORT(ElementType.SHORT, 2),
    /** The last byte. */
    BYTE(ElementType.BYTE, 7),
    /** Both halves. */
    TWO_INTS(ElementType.INT, 0, 4),
    /** Elements with gaps between them. */
    SHORTS_WITH_GAPS(ElementType.SHORT, 0, 4),
    /** The same at uneven distances, not in order. */
    BYTES_OUT_OF_ORDER(ElementType.BYTE, 5, 0, 3),
    /** A value and its index. */
    PAIR_OF_INTS(PairType.INT_INT, Words.INTEGERS),
    /** The word as a number. */
    DOUBLE(ElementType.DOUBLE, 0),
    /** Its first half as one. */
    FLOAT(ElementType.FLOAT, 0),
    /** Both halves. */
    TWO_FLOATS(ElementType.FLOAT, 0, 4),
    /** A value and its index. */
    PAIR_OF_FLOATS(PairType.FLOAT_FLOAT, Words.FLOATS),
    /** The same of two types. */
    PAIR_OF_FLOAT_AND_INT(PairType.FLOAT_INT, Words.PAIRS);

    /**
     * Words of which each is seen by one kind of elements, so that what lies in them is a number to all that see it.
     */
    enum Words {
        INTEGERS,
        FLOATS,
        DOUBLES,
        PAIRS
    }

    /** In the values of pairs the lowest digit is the index, so that values are often equal. */
    private static final int INDICES = 10;

    private final PairType pair; // null: elements alone
    private final ElementType[] types; // of each element
    private final int bytes; // of each
    private final int[] offsets;
    private final DataLayout layout;
    private final DataLayout packedLayout;
    private final Words words;

    WindowElements(ElementType type, int... offsets) {
        this.pair = null;
        this.types = new ElementType[offsets.length];
        Arrays.fill(types, type);
        this.bytes = type.bytes();
        this.offsets = offsets;
        long[] lengths = new long[offsets.length];
        long[] displacements = new long[offsets.length];
        for (int i = 0; i < offsets.length; i++) {
            lengths[i] = 1;
            displacements[i] = offsets[i];
        }
        DataLayout element = DataLayout.of(type);
        this.layout = DataLayout.byteIndexed(lengths, displacements, element).count(1);
        this.packedLayout = element.count(offsets.length);
        this.words = switch (type) {
            case FLOAT -> Words.FLOATS;
            case DOUBLE -> Words.DOUBLES;
            default -> Words.INTEGERS;
        };
    }

    WindowElements(PairType pair, Words words) {
        this.pair = pair;
        this.types = new ElementType[] {pair.value(), pair.index()};
        this.bytes = pair.value().bytes();
        this.offsets = new int[] {0, bytes};
        this.layout = pair.layout().count(1);
        this.packedLayout = layout;
        this.words = words;
    }

    /** Whether a call that takes one element can be made with it: it has no layout of the target. */
    boolean isOne() {
        return pair == null && offsets.length == 1 && offsets[0] == 0;
    }

    /** Whether a call that compares elements can be made with it. */
    boolean isComparable() {
        return isOne() && words == Words.INTEGERS;
    }

    /** In which words they are. */
    Words words() {
        return words;
    }

    /** Where they lie in the word. */
    DataLayout layout() {
        return layout;
    }

    /** How they lie at the origin. */
    DataLayout packedLayout() {
        return packedLayout;
    }

    /** An operation for the elements, which the value draws; floating numbers stay integers that a float has. */
    Operation operation(long value) {
        if (pair != null) {
            return isMinimum(value) ? Operation.MINLOC : Operation.MAXLOC;
        }
        return switch ((int) (value % 6)) {
            case 0 -> Operation.MAX;
            case 1 -> Operation.MIN;
            case 2 -> words == Words.INTEGERS ? Operation.BXOR : Operation.SUM;
            case 3 -> words == Words.INTEGERS ? Operation.PRODUCT : Operation.SUM;
            default -> Operation.SUM;
        };
    }

    private static long applied(Operation operation, long left, long right) {
        if (operation == Operation.MAX) {
            return Math.max(left, right);
        }
        if (operation == Operation.MIN) {
            return Math.min(left, right);
        }
        if (operation == Operation.BXOR) {
            return left ^ right;
        }
        return operation == Operation.PRODUCT ? left * right : left + right;
    }

    private static boolean isMinimum(long value) {
        return value % 2 == 0;
    }

    private long get(MemorySegment memory, long at) {
        return switch (bytes) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    private void setOne(MemorySegment memory, long at, long bits) {
        switch (bytes) {
            case 1 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
            case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) bits);
            case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) bits);
            default -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, bits);
        }
    }

    /** The number of an element, which is an integer in any type. */
    private long number(int element, long bits) {
        return switch (types[element]) {
            case FLOAT -> (long) Float.intBitsToFloat((int) bits);
            case DOUBLE -> (long) Double.longBitsToDouble(bits);
            default -> bits;
        };
    }

    private long bits(int element, long number) {
        return switch (types[element]) {
            case FLOAT -> Float.floatToRawIntBits(number);
            case DOUBLE -> Double.doubleToRawLongBits(number);
            default -> number;
        };
    }

    /** What a value means for an element. */
    private long numberOf(int element, long value) {
        if (pair == null) {
            return value;
        }
        return element == 0 ? value / INDICES : value % INDICES;
    }

    /** Sets all of a word to a value. */
    void set(MemorySegment memory, long word, long value) {
        for (int i = 0; i < offsets.length; i++) {
            setOne(memory, word + offsets[i], bits(i, numberOf(i, value)));
        }
    }

    /** Combines all of a word with a value; of pairs the one that the operation finds stays. */
    void combine(MemorySegment memory, long word, long value, Operation operation) {
        if (pair != null) {
            if (isFound(memory, word, value)) {
                set(memory, word, value);
            }
            return;
        }
        for (int i = 0; i < offsets.length; i++) {
            long at = word + offsets[i];
            setOne(memory, at, bits(i, applied(operation, number(i, get(memory, at)), value)));
        }
    }

    private boolean isFound(MemorySegment memory, long word, long value) {
        int compared = Long.compare(numberOf(0, value), number(0, get(memory, word + offsets[0])));
        if (compared == 0) {
            return numberOf(1, value) < number(1, get(memory, word + offsets[1]));
        }
        return isMinimum(value) ? compared < 0 : compared > 0;
    }

    /** As many elements of a value, side by side. */
    MemorySegment packed(long value) {
        MemorySegment packed = room();
        for (int i = 0; i < offsets.length; i++) {
            setOne(packed, (long) i * bytes, bits(i, numberOf(i, value)));
        }
        return packed;
    }

    /** Those of a word, side by side. */
    MemorySegment packed(MemorySegment memory, long word) {
        MemorySegment packed = room();
        for (int i = 0; i < offsets.length; i++) {
            setOne(packed, (long) i * bytes, get(memory, word + offsets[i]));
        }
        return packed;
    }

    /** Copies those of a word to the same places of another one. */
    void copy(MemorySegment from, long fromWord, MemorySegment to, long toWord) {
        for (int offset : offsets) {
            setOne(to, toWord + offset, get(from, fromWord + offset));
        }
    }

    private MemorySegment room() {
        return MemorySegment.ofArray(new long[1]).asSlice(0, (long) bytes * offsets.length);
    }
}
