package org.sennit.internal.endpoints.coll.call;

import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/** What the fast path takes: arrays of some types, of which the elements from the first one on are meant, without gaps. */
final class PlainArrays {
    /** No array of these, or not of as many elements. */
    static final int OTHER = -1;

    private static final int MOST_BYTES = 1 << 20;

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
     * Returns how much of an array a layout means.
     *
     * @param layout null for the array's own type
     * @return bytes, or {@link #OTHER}, also for arrays of more than 1 MiB
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
        if (layout.elementType() != type || !layout.isDense() || layout.offsetBytes() != 0) {
            return OTHER;
        }
        return layout.fillsMemory() ? all : layout.sizeBytes() <= all ? (int) layout.sizeBytes() : OTHER;
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
        return elements <= MOST_BYTES ? elements * each : OTHER;
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
}
