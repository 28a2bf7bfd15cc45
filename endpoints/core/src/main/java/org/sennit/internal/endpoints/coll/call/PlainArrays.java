package org.sennit.internal.endpoints.coll.call;

import java.lang.reflect.Array;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/** What the fast path takes: arrays of some types, of which the elements from the first on are meant, without gaps. */
final class PlainArrays {
    /** No array of these, or not of as many elements. */
    static final int OTHER = -1;

    /** More elements have more bytes than an int counts; nothing as long is for the fast path. */
    private static final int MOST_ELEMENTS = Integer.MAX_VALUE / Long.BYTES;

    private PlainArrays() {}

    /** Returns the type of an array's elements; null for arrays of other types and all else. */
    static ElementType typeOf(Object array) {
        if (array instanceof double[]) {
            return ElementType.DOUBLE;
        }
        if (array instanceof long[]) {
            return ElementType.LONG;
        }
        if (array instanceof int[]) {
            return ElementType.INT;
        }
        if (array instanceof float[]) {
            return ElementType.FLOAT;
        }
        return array instanceof byte[] ? ElementType.BYTE : null;
    }

    /**
     * Makes an array.
     *
     * @param type one of {@link #typeOf}
     */
    static Object newArray(ElementType type, int length) {
        return Array.newInstance(type.arrayClass().getComponentType(), length);
    }

    /**
     * Returns how much of an array a layout means.
     *
     * @param layout null for the array's own type
     * @return bytes, or {@link #OTHER}
     */
    static int bytesOf(Object array, DataLayout layout) {
        int all = allBytes(array);
        if (layout == null || all < 0) {
            return all;
        }
        ElementType type = typeOf(array);
        if (layout == DataLayout.of(type)) {
            return all;
        }
        long bytes = layout.sizeBytes(); // below 0 where the layout fills the memory
        boolean isFromFirst = bytes >= 0
                && bytes <= all
                && layout.elementType() == type
                && layout.offsetBytes() == 0
                && layout.isDense();
        return isFromFirst ? (int) bytes : OTHER;
    }

    private static int allBytes(Object array) {
        if (array instanceof double[] doubles) {
            return bytes(doubles.length, Double.BYTES);
        }
        if (array instanceof long[] longs) {
            return bytes(longs.length, Long.BYTES);
        }
        if (array instanceof int[] ints) {
            return bytes(ints.length, Integer.BYTES);
        }
        if (array instanceof float[] floats) {
            return bytes(floats.length, Float.BYTES);
        }
        return array instanceof byte[] bytes ? bytes(bytes.length, Byte.BYTES) : OTHER;
    }

    private static int bytes(int elements, int each) {
        return elements <= MOST_ELEMENTS ? elements * each : OTHER;
    }

    /**
     * Returns whether the other memory of a call is another array of the same type that holds what is meant.
     *
     * @param layout of the elements; null where all of the array is meant
     * @param bytes what is meant of it
     */
    static boolean isLike(Object array, Object other, DataLayout layout, int bytes) {
        return other != null && other != array && other.getClass() == array.getClass() && holds(other, layout, bytes);
    }

    /**
     * Returns whether an array holds as much, and no more where all of it is meant.
     *
     * @param layout of the elements; null where all of the array is meant
     */
    static boolean holds(Object array, DataLayout layout, int bytes) {
        int all = allBytes(array);
        return layout == null || layout.fillsMemory() ? all == bytes : all >= bytes;
    }

    /**
     * Copies between two arrays of the same type, all in bytes.
     *
     * @param at where to begin
     * @param toAt where to begin in the other one
     */
    static void copy(Object from, int at, Object to, int toAt, int bytes) {
        if (from instanceof double[] doubles) {
            System.arraycopy(doubles, at / Double.BYTES, (double[]) to, toAt / Double.BYTES, bytes / Double.BYTES);
        } else if (from instanceof long[] longs) {
            System.arraycopy(longs, at / Long.BYTES, (long[]) to, toAt / Long.BYTES, bytes / Long.BYTES);
        } else if (from instanceof int[] ints) {
            System.arraycopy(ints, at / Integer.BYTES, (int[]) to, toAt / Integer.BYTES, bytes / Integer.BYTES);
        } else if (from instanceof float[] floats) {
            System.arraycopy(floats, at / Float.BYTES, (float[]) to, toAt / Float.BYTES, bytes / Float.BYTES);
        } else {
            System.arraycopy((byte[]) from, at, (byte[]) to, toAt, bytes);
        }
    }
}
