package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * Memory of this task as data is read from it or written to it: pieces, or blocks at an even distance. The calls that
 * take a vector check it; making one never fails. The arrays that it is made of may be changed when the call has
 * returned that took it; those of a header handler's vector when the target counter has moved, and with the option
 * {@code checked} the error handler is notified of one that was not. (lapi_vec_t)
 */
public final class LapiVector {
    private static final byte[] EMPTY = {};

    private final Shape shape;
    private final Object[] addresses; // one for blocks; may be null

    // What was made last. Plain: immutable, and a thread that finds none, or another one, makes its own.
    private Made made;

    /** A vector of active messages, and what it was made of. */
    private record Made(LapiVector of, ActiveVector active) {}

    private LapiVector(Shape shape, Object[] addresses) {
        this.shape = shape;
        this.addresses = addresses;
    }

    /**
     * Makes a vector as LAPI's structure has it.
     *
     * @param type the kind; null is refused by the call that takes the vector
     * @param count pieces, or blocks
     * @param addresses memory of each piece, from its beginning; for STRIDED the base alone
     * @param lengths bytes of each piece; for STRIDED the bytes of a block and the stride; too few are refused by the
     *     call
     * @return a vector
     */
    public static LapiVector of(VectorType type, int count, Object[] addresses, long[] lengths) {
        if (type != VectorType.STRIDED) {
            return new LapiVector(Shape.pieces(type, count, lengths), addresses);
        }
        Object base = addresses == null || addresses.length == 0 ? null : addresses[0];
        return lengths == null || lengths.length < 2
                ? strided(base, count, -1, -1)
                : strided(base, count, lengths[0], lengths[1]);
    }

    /**
     * Makes one piece, as the header handler of {@link Lapi#amsend} returns it.
     *
     * @param address all of a memory
     * @param lengthBytes of the piece, from the beginning of the memory
     * @return a GENERIC vector
     */
    public static LapiVector of(@Memory Object address, long lengthBytes) {
        return generic(new Object[] {address}, new long[] {lengthBytes});
    }

    /**
     * Makes pieces that are filled one after the other, however the other side is divided. (LAPI_GEN_GENERIC)
     *
     * @param addresses memory of each piece, from its beginning; null where the length is 0
     * @param lengths bytes of each piece
     * @return a vector
     */
    public static LapiVector generic(Object[] addresses, long[] lengths) {
        return of(VectorType.GENERIC, lengths == null ? 0 : lengths.length, addresses, lengths);
    }

    /**
     * Makes pieces that are filled one after the other, however the other side is divided. (LAPI_GEN_GENERIC)
     *
     * @param pieces of memory, each whole; null is refused by the call that takes the vector
     * @return a vector
     */
    public static LapiVector generic(MemorySegment... pieces) {
        return whole(VectorType.GENERIC, pieces);
    }

    /**
     * Makes pieces that match those of the other side one by one. (LAPI_GEN_IOVECTOR)
     *
     * @param addresses memory of each piece, from its beginning; null where the length is 0
     * @param lengths bytes of each piece
     * @return a vector
     */
    public static LapiVector iovector(Object[] addresses, long[] lengths) {
        return of(VectorType.IOVECTOR, lengths == null ? 0 : lengths.length, addresses, lengths);
    }

    /**
     * Makes pieces that match those of the other side one by one. (LAPI_GEN_IOVECTOR)
     *
     * @param pieces of memory, each whole; null is refused by the call that takes the vector
     * @return a vector
     */
    public static LapiVector iovector(MemorySegment... pieces) {
        return whole(VectorType.IOVECTOR, pieces);
    }

    /**
     * Makes blocks at an even distance. (LAPI_GEN_STRIDED_XFER)
     *
     * @param base memory at whose beginning the first block lies
     * @param count the number of blocks
     * @param blockBytes of a block
     * @param strideBytes from the beginning of a block to that of the next one, at least blockBytes
     * @return a vector
     */
    public static LapiVector strided(@Memory Object base, int count, long blockBytes, long strideBytes) {
        return new LapiVector(Shape.blocks(count, blockBytes, strideBytes), new Object[] {base});
    }

    private static LapiVector whole(VectorType type, MemorySegment[] pieces) {
        if (pieces == null) {
            return of(type, 1, null, new long[] {1}); // a piece without memory
        }
        long[] lengths = Arrays.stream(pieces)
                .mapToLong(piece -> piece == null ? 0 : piece.byteSize())
                .toArray();
        return of(type, pieces.length, pieces, lengths);
    }

    /**
     * Returns the kind.
     *
     * @return null where the program has given none
     */
    public VectorType type() {
        return shape.type();
    }

    /**
     * Returns the number of pieces or blocks.
     *
     * @return as given
     */
    public int count() {
        return shape.count();
    }

    /**
     * Copies the data of all pieces, one behind the other, to a buffer. Local. (LAPI_Util, pack)
     *
     * @param buffer any memory that vectors may name
     * @param position where the first byte goes, in bytes from the beginning of the buffer
     * @return the position behind the last byte: where the next vector may go
     * @throws LapiException ORG_VEC_TYPE, ORG_VEC_ADDR, ORG_VEC_LEN, STRIDE_ORG_VEC_ADDR_NULL, ORG_STRIDE, ORG_EXTENT
     *     for this vector (ADDR also for memory of a closed arena or of another thread); TGT_ADDR_NULL without a
     *     buffer, or for one that this thread cannot write; DATA_LEN when the data does not lie in the buffer there.
     *     Nothing is copied then
     */
    public long pack(@Memory Object buffer, long position) {
        ActiveVector pieces = checked("pack", checkAsOrigin(), LapiStatus.ORG_VEC_ADDR, false);
        ActiveVector packed = packed("pack", buffer, LapiStatus.TGT_ADDR_NULL, position, pieces.lengthBytes(), true);
        Copying.copy(pieces, packed);
        return position + pieces.lengthBytes();
    }

    /**
     * Copies bytes of a buffer to all pieces in order. Local. (LAPI_Util, unpack)
     *
     * @param buffer any memory that vectors may name
     * @param position of the first byte, from the beginning of the buffer
     * @return the position behind the last byte: that of the next vector
     * @throws LapiException TGT_VEC_TYPE, TGT_VEC_ADDR, TGT_VEC_LEN, STRIDE_TGT_VEC_ADDR_NULL, TGT_STRIDE, TGT_EXTENT
     *     for this vector (ADDR also for memory of a closed arena, of another thread, or read-only); ORG_ADDR_NULL
     *     without a buffer, or for one that this thread cannot read; DATA_LEN when the data does not lie in the buffer
     *     there. Nothing is copied then
     */
    public long unpack(@Memory Object buffer, long position) {
        ActiveVector pieces = checked("unpack", checkAsTarget(), LapiStatus.TGT_VEC_ADDR, true);
        ActiveVector packed = packed("unpack", buffer, LapiStatus.ORG_ADDR_NULL, position, pieces.lengthBytes(), false);
        Copying.copy(packed, pieces);
        return position + pieces.lengthBytes();
    }

    private ActiveVector checked(String operation, LapiStatus status, LapiStatus wrongMemory, boolean isToBeWritten) {
        if (status != LapiStatus.SUCCESS) {
            throw new LapiException(status, operation, "vector=" + this);
        }
        ActiveVector pieces;
        try {
            pieces = active();
        } catch (SennitException e) { // a piece is no memory, or does not lie in it
            throw new LapiException(wrongMemory, operation, e.getMessage());
        }
        return usable(operation, pieces, wrongMemory, isToBeWritten);
    }

    private static ActiveVector usable(
            String operation, ActiveVector vector, LapiStatus wrongMemory, boolean isToBeWritten) {
        String mistake = Copying.mistake(vector, isToBeWritten);
        if (mistake != null) {
            throw new LapiException(wrongMemory, operation, "memory cannot be used here: " + mistake);
        }
        return vector;
    }

    private static ActiveVector packed(
            String operation,
            Object buffer,
            LapiStatus wrongMemory,
            long position,
            long lengthBytes,
            boolean isToBeWritten) {
        if (buffer == null) {
            throw new LapiException(wrongMemory, operation, "buffer=null");
        }
        ActiveVector whole;
        try {
            whole = ActiveVector.of(buffer);
        } catch (SennitException e) { // no memory
            throw new LapiException(wrongMemory, operation, e.getMessage());
        }
        usable(operation, whole, wrongMemory, isToBeWritten);
        try {
            return ActiveVector.of(buffer, position, lengthBytes);
        } catch (SennitException e) {
            throw new LapiException(LapiStatus.DATA_LEN, operation, e.getMessage());
        }
    }

    Shape shape() {
        return shape;
    }

    /** Returns a vector of its own arrays, to be compared with this one later. */
    LapiVector copy() {
        return new LapiVector(shape.copy(), addresses == null ? null : addresses.clone());
    }

    /** Returns whether another vector means the same memory. */
    boolean isSame(LapiVector other) {
        if (!shape.isSame(other.shape)) {
            return false;
        }
        for (int i = 0; i < (addresses == null ? 0 : addresses.length); i++) {
            if (addresses[i] != other.addresses[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns SUCCESS or what is wrong with the vector of an origin. */
    LapiStatus checkAsOrigin() {
        return shape.checkOrigin(addresses);
    }

    /** As {@link #checkAsOrigin}, for that of a target. */
    LapiStatus checkAsTarget() {
        return shape.checkTarget(addresses);
    }

    boolean isNull(int piece) {
        return Shape.isNull(addresses, piece);
    }

    /**
     * Returns the vector as active messages have it. The shape has been checked.
     *
     * @throws org.sennit.message.SennitException BUFFER where a piece is no memory, or does not lie in it
     */
    ActiveVector active() {
        Made last = made;
        if (last != null && isSame(last.of)) {
            return last.active;
        }
        ActiveVector active = make();
        if (isFixed()) {
            made = new Made(copy(), active);
        }
        return active;
    }

    /** Returns whether each address is always the same memory. */
    private boolean isFixed() {
        for (int i = 0; i < (addresses == null ? 0 : addresses.length); i++) {
            if (addresses[i] != null && !KnownVectors.isFixed(addresses[i])) {
                return false;
            }
        }
        return true;
    }

    private ActiveVector make() {
        if (shape.type() == VectorType.STRIDED) {
            return ActiveVector.strided(addresses[0], 0, shape.count(), shape.block(), shape.stride());
        }
        int count = shape.count();
        Object[] memories = new Object[count];
        for (int i = 0; i < count; i++) {
            memories[i] = isNull(i) ? EMPTY : addresses[i];
        }
        long[] lengths = count == 0 ? new long[0] : Arrays.copyOf(shape.lengths(), count);
        return shape.type() == VectorType.IOVECTOR
                ? ActiveVector.iovector(memories, null, lengths)
                : ActiveVector.generic(memories, null, lengths);
    }

    @Override
    public String toString() {
        return shape.toString();
    }
}
