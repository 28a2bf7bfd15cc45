package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * Copies of short messages between a user's array and {@link OwnMemory} without a segment view of the array: finding the
 * view and asking it for its kind costs more than a few words (8 bytes there and back: 10 of 39 ns).
 */
public final class ArrayCopy {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    /** Up to here by element, as in {@link MemoryCopy}. */
    private static final int ELEMENTS_UP_TO = 96;

    /** Offsets are ints here, which leaves room for the message itself. */
    private static final long MOST_OFFSET_BYTES = 1 << 30;

    private ArrayCopy() {}

    /**
     * Returns the length of an array whose elements a layout counts.
     *
     * @param memory a user's memory; may be null
     * @param layout contiguous
     * @return bytes, or −1 when it is no such array, of a type that is not copied here, or counted from within an element
     */
    public static long lengthBytes(Object memory, DataLayout layout) {
        ElementType type = layout.elementType();
        if (memory == null || type == null || memory.getClass() != type.arrayClass()) {
            return -1;
        }
        long offset = layout.offsetBytes();
        if ((offset & type.bytes() - 1) != 0 || offset > MOST_OFFSET_BYTES) {
            return -1;
        }
        return switch (type) {
            case BYTE, INT, LONG, DOUBLE -> (long) Array.getLength(memory) * type.bytes();
            default -> -1;
        };
    }

    /**
     * Copies out of an array.
     *
     * @param array a {@code byte[]}, {@code double[]}, {@code long[]} or {@code int[]}
     * @param offset where to begin, in bytes, a multiple of the element
     * @param own the runtime's memory
     * @param at where in it
     * @param length how many bytes, a multiple of the element
     */
    public static void copyFrom(Object array, int offset, MemorySegment own, long at, int length) {
        if (length > ELEMENTS_UP_TO) {
            ElementType type = ElementType.ofArray(array);
            int bytes = type.bytes();
            MemorySegment.copy(array, offset / bytes, own, type.layout(), at, length / bytes);
        } else if (array instanceof byte[] bytes) {
            int i = 0;
            for (; i + Long.BYTES <= length; i += Long.BYTES) {
                own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, (long) WORD.get(bytes, offset + i));
            }
            for (; i < length; i++) {
                own.set(ValueLayout.JAVA_BYTE, at + i, bytes[offset + i]);
            }
        } else if (array instanceof double[] doubles) {
            for (int i = 0; i < length; i += Double.BYTES) {
                own.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + i, doubles[(offset + i) / Double.BYTES]);
            }
        } else if (array instanceof long[] longs) {
            for (int i = 0; i < length; i += Long.BYTES) {
                own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, longs[(offset + i) / Long.BYTES]);
            }
        } else {
            int[] ints = (int[]) array;
            for (int i = 0; i < length; i += Integer.BYTES) {
                own.set(ValueLayout.JAVA_INT_UNALIGNED, at + i, ints[(offset + i) / Integer.BYTES]);
            }
        }
    }

    /**
     * Copies into an array.
     *
     * @param own the runtime's memory
     * @param at where in it
     * @param array a {@code byte[]}, {@code double[]}, {@code long[]} or {@code int[]}
     * @param offset where to begin, in bytes, a multiple of the element
     * @param length how many bytes, a multiple of the element
     */
    public static void copyTo(MemorySegment own, long at, Object array, int offset, int length) {
        if (length > ELEMENTS_UP_TO) {
            ElementType type = ElementType.ofArray(array);
            int bytes = type.bytes();
            MemorySegment.copy(own, type.layout(), at, array, offset / bytes, length / bytes);
        } else if (array instanceof byte[] bytes) {
            int i = 0;
            for (; i + Long.BYTES <= length; i += Long.BYTES) {
                WORD.set(bytes, offset + i, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
            }
            for (; i < length; i++) {
                bytes[offset + i] = own.get(ValueLayout.JAVA_BYTE, at + i);
            }
        } else if (array instanceof double[] doubles) {
            for (int i = 0; i < length; i += Double.BYTES) {
                doubles[(offset + i) / Double.BYTES] = own.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + i);
            }
        } else if (array instanceof long[] longs) {
            for (int i = 0; i < length; i += Long.BYTES) {
                longs[(offset + i) / Long.BYTES] = own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i);
            }
        } else {
            int[] ints = (int[]) array;
            for (int i = 0; i < length; i += Integer.BYTES) {
                ints[(offset + i) / Integer.BYTES] = own.get(ValueLayout.JAVA_INT_UNALIGNED, at + i);
            }
        }
    }
}
