package org.sennit.internal.endpoints.coll.call;

/** Arrays of one element, as the bits that {@link org.sennit.internal.endpoints.datatype.Reduction#combine} takes. */
final class SingleElement {
    private SingleElement() {}

    /**
     * Returns the bits of the first element, in the low end.
     *
     * @param array of a type of {@link PlainArrays}
     */
    static long bits(Object array) {
        if (array instanceof double[] doubles) {
            return Double.doubleToRawLongBits(doubles[0]);
        } else if (array instanceof long[] longs) {
            return longs[0];
        } else if (array instanceof int[] ints) {
            return ints[0] & 0xffff_ffffL;
        } else if (array instanceof float[] floats) {
            return Float.floatToRawIntBits(floats[0]) & 0xffff_ffffL;
        }
        return ((byte[]) array)[0] & 0xffL;
    }

    /** Sets the first element. */
    static void set(Object array, long bits) {
        if (array instanceof double[] doubles) {
            doubles[0] = Double.longBitsToDouble(bits);
        } else if (array instanceof long[] longs) {
            longs[0] = bits;
        } else if (array instanceof int[] ints) {
            ints[0] = (int) bits;
        } else if (array instanceof float[] floats) {
            floats[0] = Float.intBitsToFloat((int) bits);
        } else {
            ((byte[]) array)[0] = (byte) bits;
        }
    }
}
