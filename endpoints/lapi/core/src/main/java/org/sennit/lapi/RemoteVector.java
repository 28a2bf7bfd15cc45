package org.sennit.lapi;

/**
 * Memory of another task as {@link Lapi#putv} writes it and {@link Lapi#getv} reads it: pieces, or blocks at an even
 * distance. Immutable where its arrays are left alone. The calls that take a vector check it; making one never fails.
 * (lapi_vec_t with the target's addresses)
 */
public final class RemoteVector {
    private final Shape shape;
    private final RemoteAddress[] addresses;

    private RemoteVector(Shape shape, RemoteAddress[] addresses) {
        this.shape = shape;
        this.addresses = addresses;
    }

    /**
     * Makes pieces that are filled one after the other, however the other side is divided. (LAPI_GEN_GENERIC)
     *
     * @param addresses of the pieces; null where the length is 0
     * @param lengths bytes of each piece
     * @return a vector
     */
    public static RemoteVector generic(RemoteAddress[] addresses, long[] lengths) {
        return new RemoteVector(
                Shape.pieces(VectorType.GENERIC, lengths == null ? 0 : lengths.length, lengths), addresses);
    }

    /**
     * Makes pieces that match those of the other side one by one. (LAPI_GEN_IOVECTOR)
     *
     * @param addresses of the pieces; null where the length is 0
     * @param lengths bytes of each piece
     * @return a vector
     */
    public static RemoteVector iovector(RemoteAddress[] addresses, long[] lengths) {
        return new RemoteVector(
                Shape.pieces(VectorType.IOVECTOR, lengths == null ? 0 : lengths.length, lengths), addresses);
    }

    /**
     * Makes blocks at an even distance. (LAPI_GEN_STRIDED_XFER)
     *
     * @param base of the first block
     * @param count the number of blocks
     * @param blockBytes of a block
     * @param strideBytes from the beginning of a block to that of the next one, at least blockBytes
     * @return a vector
     */
    public static RemoteVector strided(RemoteAddress base, int count, long blockBytes, long strideBytes) {
        return new RemoteVector(Shape.blocks(count, blockBytes, strideBytes), new RemoteAddress[] {base});
    }

    int count() {
        return shape.count();
    }

    Shape shape() {
        return shape;
    }

    /** Returns SUCCESS or what is wrong with the vector. */
    LapiStatus check() {
        return shape.checkTarget(addresses);
    }

    boolean isNull(int piece) {
        return Shape.isNull(addresses, piece);
    }

    RemoteAddress address(int piece) {
        return addresses[piece];
    }

    @Override
    public String toString() {
        return shape.toString();
    }
}
