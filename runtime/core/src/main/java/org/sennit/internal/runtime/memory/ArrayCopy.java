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
 * Copies of short messages between a user's array and {@link OwnMemory} without a segment view of the array: finding
 * the view and asking it for its kind costs more than a few words (8 bytes there and back: 10 of 39 ns).
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
     * @return bytes, or −1 when it is no such array, of a type that is not copied here, or counted from within an
     *     element
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
            case BYTE, INT, LONG, FLOAT, DOUBLE -> (long) Array.getLength(memory) * type.bytes();
            default -> -1;
        };
    }

    /**
     * Fast path of {@link #lengthBytes}: of an array that is meant as a whole, without loads from its layout.
     *
     * @param memory a user's memory; may be null
     * @param layout any
     * @return bytes, or −1 in all other cases
     */
    public static long wholeBytes(Object memory, DataLayout layout) {
        if (layout == DataLayout.BYTE) {
            return memory instanceof byte[] bytes ? bytes.length : -1;
        }
        if (layout == DataLayout.DOUBLE) {
            return memory instanceof double[] doubles ? (long) doubles.length * Double.BYTES : -1;
        }
        if (layout == DataLayout.LONG) {
            return memory instanceof long[] longs ? (long) longs.length * Long.BYTES : -1;
        }
        if (layout == DataLayout.INT) {
            return memory instanceof int[] ints ? (long) ints.length * Integer.BYTES : -1;
        }
        return layout == DataLayout.FLOAT && memory instanceof float[] floats ? (long) floats.length * Float.BYTES : -1;
    }

    /**
     * Returns whether a part of an array may be copied here.
     *
     * @param array a primitive array, or null
     * @param bytes where the part begins or ends, or both joined by or
     * @return false when its type is not copied here, or the part is not of whole elements
     */
    public static boolean copies(Object array, long bytes) {
        if (array instanceof double[] || array instanceof long[]) {
            return (bytes & Long.BYTES - 1) == 0;
        }
        return array instanceof byte[]
                || (array instanceof int[] || array instanceof float[]) && (bytes & Integer.BYTES - 1) == 0;
    }

    /**
     * Copies out of an array.
     *
     * @param array a {@code byte[]}, {@code double[]}, {@code long[]}, {@code int[]} or {@code float[]}
     * @param offset where to begin, in bytes, a multiple of the element
     * @param own the runtime's memory
     * @param at where in it
     * @param length the length in bytes, a multiple of the element
     */
    public static void copyFrom(Object array, int offset, MemorySegment own, long at, int length) {
        if (length == Long.BYTES && copyWordFrom(array, offset, own, at)) {
            return;
        }
        if (length <= ELEMENTS_UP_TO) {
            copyFewFrom(array, offset, own, at, length);
        } else {
            copyManyFrom(array, offset, own, at, length);
        }
    }

    /**
     * Fast path: a message of one word, without the loops, whose code keeps the compiler from inlining what calls them.
     *
     * @return false for an array of another type, and nothing has been copied
     */
    private static boolean copyWordFrom(Object array, int offset, MemorySegment own, long at) {
        if (array instanceof byte[] bytes) {
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) WORD.get(bytes, offset));
        } else if (array instanceof double[] doubles) {
            own.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, doubles[offset / Double.BYTES]);
        } else if (array instanceof long[] longs) {
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, at, longs[offset / Long.BYTES]);
        } else {
            return false;
        }
        return true;
    }

    private static void copyFewFrom(Object array, int offset, MemorySegment own, long at, int length) {
        if (array instanceof byte[] bytes) {
            copyBytesFrom(bytes, offset, own, at, length);
        } else if (array instanceof double[] doubles) {
            for (int i = 0; i < length; i += Double.BYTES) {
                own.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + i, doubles[(offset + i) / Double.BYTES]);
            }
        } else if (array instanceof long[] longs) {
            for (int i = 0; i < length; i += Long.BYTES) {
                own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, longs[(offset + i) / Long.BYTES]);
            }
        } else if (array instanceof int[] ints) {
            for (int i = 0; i < length; i += Integer.BYTES) {
                own.set(ValueLayout.JAVA_INT_UNALIGNED, at + i, ints[(offset + i) / Integer.BYTES]);
            }
        } else {
            float[] floats = (float[]) array;
            for (int i = 0; i < length; i += Float.BYTES) {
                own.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at + i, floats[(offset + i) / Float.BYTES]);
            }
        }
    }

    /** Without a loop of words, which costs as much as the few words: 64 bytes one way, near, 71 ns instead of 76. */
    private static void copyBytesFrom(byte[] bytes, int offset, MemorySegment own, long at, int length) {
        int i = 0;
        if ((length & 64) != 0) {
            copyFourFrom(bytes, offset, own, at);
            copyFourFrom(bytes, offset + 32, own, at + 32);
            i = 64;
        }
        if ((length & 32) != 0) {
            copyFourFrom(bytes, offset + i, own, at + i);
            i += 32;
        }
        if ((length & 16) != 0) {
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, (long) WORD.get(bytes, offset + i));
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i + 8, (long) WORD.get(bytes, offset + i + 8));
            i += 16;
        }
        if ((length & 8) != 0) {
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + i, (long) WORD.get(bytes, offset + i));
            i += 8;
        }
        for (; i < length; i++) {
            own.set(ValueLayout.JAVA_BYTE, at + i, bytes[offset + i]);
        }
    }

    private static void copyFourFrom(byte[] bytes, int offset, MemorySegment own, long at) {
        own.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) WORD.get(bytes, offset));
        own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, (long) WORD.get(bytes, offset + 8));
        own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 16, (long) WORD.get(bytes, offset + 16));
        own.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 24, (long) WORD.get(bytes, offset + 24));
    }

    private static void copyManyFrom(Object array, int offset, MemorySegment own, long at, int length) {
        ElementType type = ElementType.ofArray(array);
        int bytes = type.bytes();
        MemorySegment.copy(array, offset / bytes, own, type.layout(), at, length / bytes);
    }

    /**
     * Copies into an array.
     *
     * @param own the runtime's memory
     * @param at where in it
     * @param array a {@code byte[]}, {@code double[]}, {@code long[]}, {@code int[]} or {@code float[]}
     * @param offset where to begin, in bytes, a multiple of the element
     * @param length the length in bytes, a multiple of the element
     */
    public static void copyTo(MemorySegment own, long at, Object array, int offset, int length) {
        if (length == Long.BYTES && copyWordTo(own, at, array, offset)) {
            return;
        }
        if (length <= ELEMENTS_UP_TO) {
            copyFewTo(own, at, array, offset, length);
        } else {
            copyManyTo(own, at, array, offset, length);
        }
    }

    /** As {@link #copyWordFrom}. */
    private static boolean copyWordTo(MemorySegment own, long at, Object array, int offset) {
        if (array instanceof byte[] bytes) {
            WORD.set(bytes, offset, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        } else if (array instanceof double[] doubles) {
            doubles[offset / Double.BYTES] = own.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
        } else if (array instanceof long[] longs) {
            longs[offset / Long.BYTES] = own.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        } else {
            return false;
        }
        return true;
    }

    private static void copyFewTo(MemorySegment own, long at, Object array, int offset, int length) {
        if (array instanceof byte[] bytes) {
            copyBytesTo(own, at, bytes, offset, length);
        } else if (array instanceof double[] doubles) {
            for (int i = 0; i < length; i += Double.BYTES) {
                doubles[(offset + i) / Double.BYTES] = own.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + i);
            }
        } else if (array instanceof long[] longs) {
            for (int i = 0; i < length; i += Long.BYTES) {
                longs[(offset + i) / Long.BYTES] = own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i);
            }
        } else if (array instanceof int[] ints) {
            for (int i = 0; i < length; i += Integer.BYTES) {
                ints[(offset + i) / Integer.BYTES] = own.get(ValueLayout.JAVA_INT_UNALIGNED, at + i);
            }
        } else {
            float[] floats = (float[]) array;
            for (int i = 0; i < length; i += Float.BYTES) {
                floats[(offset + i) / Float.BYTES] = own.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at + i);
            }
        }
    }

    /** As {@link #copyBytesFrom}. */
    private static void copyBytesTo(MemorySegment own, long at, byte[] bytes, int offset, int length) {
        int i = 0;
        if ((length & 64) != 0) {
            copyFourTo(own, at, bytes, offset);
            copyFourTo(own, at + 32, bytes, offset + 32);
            i = 64;
        }
        if ((length & 32) != 0) {
            copyFourTo(own, at + i, bytes, offset + i);
            i += 32;
        }
        if ((length & 16) != 0) {
            WORD.set(bytes, offset + i, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
            WORD.set(bytes, offset + i + 8, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i + 8));
            i += 16;
        }
        if ((length & 8) != 0) {
            WORD.set(bytes, offset + i, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
            i += 8;
        }
        for (; i < length; i++) {
            bytes[offset + i] = own.get(ValueLayout.JAVA_BYTE, at + i);
        }
    }

    private static void copyFourTo(MemorySegment own, long at, byte[] bytes, int offset) {
        WORD.set(bytes, offset, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        WORD.set(bytes, offset + 8, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8));
        WORD.set(bytes, offset + 16, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 16));
        WORD.set(bytes, offset + 24, own.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 24));
    }

    private static void copyManyTo(MemorySegment own, long at, Object array, int offset, int length) {
        ElementType type = ElementType.ofArray(array);
        int bytes = type.bytes();
        MemorySegment.copy(own, type.layout(), at, array, offset / bytes, length / bytes);
    }
}
