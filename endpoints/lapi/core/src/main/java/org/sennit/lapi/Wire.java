package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The headers of one-sided operations, big-endian:
 *
 * <pre>
 * address     region int, offset long
 * vector      kind int, count int, then
 *             strided: address, block long, stride long
 *             else for each piece: address, length long
 * part        kind int, count int of the vector, number of the first piece int, then some pieces as in the vector
 * </pre>
 */
final class Wire {
    static final int ADDRESS_BYTES = 12;

    /** In the header of a getv, and of a part of a vector, that stands behind these: id, and number of a counter. */
    static final int BEFORE_VECTOR = Long.BYTES + Integer.BYTES;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int KIND_AND_COUNT = 8;
    static final int PIECE_BYTES = ADDRESS_BYTES + Long.BYTES;

    /** Of a part, those before its pieces. */
    static final int BEFORE_PIECES = KIND_AND_COUNT + Integer.BYTES;

    private Wire() {}

    /** Returns the id of the operation that a header begins with. */
    static long id(MemorySegment header) {
        return getLong(header, 0);
    }

    /** Returns the number that stands behind the id: of the target counter of a vector, or of pieces. */
    static int number(MemorySegment header) {
        return getInt(header, Long.BYTES);
    }

    static int getInt(MemorySegment from, long at) {
        return from.get(INT, at);
    }

    static long getLong(MemorySegment from, long at) {
        return from.get(LONG, at);
    }

    static void putInt(MemorySegment to, long at, int value) {
        to.set(INT, at, value);
    }

    static void putLong(MemorySegment to, long at, long value) {
        to.set(LONG, at, value);
    }

    /** Writes an address; null is the address of no bytes. */
    static void putAddress(MemorySegment to, long at, RemoteAddress address) {
        putInt(to, at, address == null ? 0 : address.region());
        putLong(to, at + Integer.BYTES, address == null ? 0 : address.offsetBytes());
    }

    private static RemoteAddress getAddress(MemorySegment from, long at, int task) {
        return new RemoteAddress(task, getInt(from, at), getLong(from, at + Integer.BYTES));
    }

    /** Returns the length of the description of a vector. */
    static long bytes(RemoteVector vector) {
        Shape shape = vector.shape();
        return KIND_AND_COUNT
                + (shape.type() == VectorType.STRIDED
                        ? ADDRESS_BYTES + 2L * Long.BYTES
                        : (long) shape.count() * PIECE_BYTES);
    }

    /** Writes the description of a vector. */
    static void putVector(MemorySegment to, long at, RemoteVector vector) {
        Shape shape = vector.shape();
        putInt(to, at, shape.type().code());
        putInt(to, at + Integer.BYTES, shape.count());
        long next = at + KIND_AND_COUNT;
        if (shape.type() == VectorType.STRIDED) {
            putAddress(to, next, vector.address(0));
            putLong(to, next + ADDRESS_BYTES, shape.block());
            putLong(to, next + ADDRESS_BYTES + Long.BYTES, shape.stride());
            return;
        }
        putPieces(to, next, vector, 0, shape.count());
    }

    private static void putPieces(MemorySegment to, long at, RemoteVector vector, int first, int count) {
        long next = at;
        for (int i = first; i < first + count; i++) {
            putAddress(to, next, vector.isNull(i) ? null : vector.address(i));
            putLong(to, next + ADDRESS_BYTES, vector.shape().pieceBytes(i));
            next += PIECE_BYTES;
        }
    }

    /** Writes a part of the description of a vector of pieces. */
    static void putPart(MemorySegment to, long at, RemoteVector vector, int first, int count) {
        putInt(to, at, vector.shape().type().code());
        putInt(to, at + Integer.BYTES, vector.count());
        putInt(to, at + KIND_AND_COUNT, first);
        putPieces(to, at + BEFORE_PIECES, vector, first, count);
    }

    /** Returns the length of the description that a part belongs to. */
    static long bytesOfWhole(MemorySegment part, long at) {
        return KIND_AND_COUNT + (long) getInt(part, at + Integer.BYTES) * PIECE_BYTES;
    }

    /** Copies a part, which ends with its memory, to its place in the description; returns the number of its pieces. */
    static int copyPart(MemorySegment part, long at, MemorySegment to) {
        long bytes = part.byteSize() - at - BEFORE_PIECES;
        long first = getInt(part, at + KIND_AND_COUNT);
        MemorySegment.copy(part, at, to, 0, KIND_AND_COUNT);
        MemorySegment.copy(part, at + BEFORE_PIECES, to, KIND_AND_COUNT + first * PIECE_BYTES, bytes);
        return (int) (bytes / PIECE_BYTES);
    }

    /** Returns the number of pieces or blocks of a description. */
    static int count(MemorySegment description) {
        return getInt(description, Integer.BYTES);
    }

    /** Reads the description of a vector. */
    static RemoteVector getVector(MemorySegment from, long at, int task) {
        VectorType type = VectorType.of(getInt(from, at));
        int count = getInt(from, at + Integer.BYTES);
        long next = at + KIND_AND_COUNT;
        if (type == VectorType.STRIDED) {
            return RemoteVector.strided(
                    getAddress(from, next, task),
                    count,
                    getLong(from, next + ADDRESS_BYTES),
                    getLong(from, next + ADDRESS_BYTES + Long.BYTES));
        }
        RemoteAddress[] addresses = new RemoteAddress[count];
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            addresses[i] = getAddress(from, next, task);
            lengths[i] = getLong(from, next + ADDRESS_BYTES);
            next += PIECE_BYTES;
        }
        return type == VectorType.IOVECTOR
                ? RemoteVector.iovector(addresses, lengths)
                : RemoteVector.generic(addresses, lengths);
    }
}
