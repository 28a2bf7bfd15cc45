package org.sennit.lapi;

import java.util.Arrays;

/**
 * The shape of a vector, without its addresses. Immutable.
 *
 * @param type null where the program has given none
 * @param count of pieces or blocks
 * @param lengths of the pieces in bytes; null for blocks
 * @param block bytes of a block
 * @param stride bytes from the beginning of a block to that of the next one
 */
record Shape(VectorType type, int count, long[] lengths, long block, long stride) {
    /** The longest message, in bytes. */
    static final long MAX_MESSAGE = Long.MAX_VALUE;

    static Shape pieces(VectorType type, int count, long[] lengths) {
        return new Shape(type, count, lengths, 0, 0);
    }

    static Shape blocks(int count, long block, long stride) {
        return new Shape(VectorType.STRIDED, count, null, block, stride);
    }

    /** Checks the vector of an origin, whose addresses may be null; returns SUCCESS or what is wrong. */
    LapiStatus checkOrigin(Object[] addresses) {
        return check(
                addresses,
                LapiStatus.ORG_VEC_TYPE,
                LapiStatus.ORG_VEC_ADDR,
                LapiStatus.ORG_VEC_LEN,
                LapiStatus.STRIDE_ORG_VEC_ADDR_NULL,
                LapiStatus.ORG_STRIDE,
                LapiStatus.ORG_EXTENT);
    }

    /** Checks the vector of a target; returns SUCCESS or what is wrong. */
    LapiStatus checkTarget(Object[] addresses) {
        return check(
                addresses,
                LapiStatus.TGT_VEC_TYPE,
                LapiStatus.TGT_VEC_ADDR,
                LapiStatus.TGT_VEC_LEN,
                LapiStatus.STRIDE_TGT_VEC_ADDR_NULL,
                LapiStatus.TGT_STRIDE,
                LapiStatus.TGT_EXTENT);
    }

    private LapiStatus check(
            Object[] addresses,
            LapiStatus wrongType,
            LapiStatus wrongAddress,
            LapiStatus wrongLength,
            LapiStatus nullBase,
            LapiStatus wrongStride,
            LapiStatus wrongExtent) {
        if (type == null) {
            return wrongType;
        }
        if (type == VectorType.STRIDED) {
            return isNull(addresses, 0)
                    ? nullBase
                    : block < 0 || stride < block ? wrongStride : isTooFar() ? wrongExtent : LapiStatus.SUCCESS;
        }
        if (count < 0 || count > 0 && (lengths == null || lengths.length < count)) {
            return wrongLength;
        }
        long left = MAX_MESSAGE;
        for (int i = 0; i < count; i++) {
            if (lengths[i] != 0 && isNull(addresses, i)) {
                return wrongAddress;
            }
            if (lengths[i] < 0 || lengths[i] > left) {
                return wrongLength;
            }
            left -= lengths[i];
        }
        return LapiStatus.SUCCESS;
    }

    /** Returns whether the memory of a piece, or the base of blocks, is not given. */
    static boolean isNull(Object[] addresses, int piece) {
        return addresses == null || addresses.length <= piece || addresses[piece] == null;
    }

    private boolean isTooFar() {
        return count < 0 || Math.multiplyHigh(stride, count) != 0 || stride * count < 0;
    }

    /** Returns SUCCESS where data of this origin's shape fits a target's, or how they differ. */
    LapiStatus compare(Shape target) {
        if (target.type != type) {
            return LapiStatus.VEC_TYPE_DIFF;
        }
        if (type == VectorType.GENERIC) {
            return LapiStatus.SUCCESS;
        }
        if (target.count != count) {
            return LapiStatus.VEC_NUM_DIFF;
        }
        for (int i = 0; i < count; i++) {
            if (target.pieceBytes(i) != pieceBytes(i)) {
                return LapiStatus.VEC_LEN_DIFF;
            }
        }
        return LapiStatus.SUCCESS;
    }

    /** Returns whether this is a right GENERIC vector of one piece, if the piece has memory. */
    boolean isOnePiece() {
        return type == VectorType.GENERIC && count == 1 && lengths != null && lengths.length > 0 && lengths[0] >= 0;
    }

    Shape copy() {
        return lengths == null ? this : new Shape(type, count, lengths.clone(), block, stride);
    }

    boolean isSame(Shape other) {
        return type == other.type
                && count == other.count
                && block == other.block
                && stride == other.stride
                && Arrays.equals(lengths, other.lengths);
    }

    long pieceBytes(int piece) {
        return type == VectorType.STRIDED ? block : lengths[piece];
    }

    @Override
    public String toString() {
        return type == VectorType.STRIDED
                ? "STRIDED " + count + " blocks of " + block + " every " + stride
                : type + " " + count + " pieces";
    }
}
