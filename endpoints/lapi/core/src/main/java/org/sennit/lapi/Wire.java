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
 * </pre>
 */
final class Wire {
    static final int ADDRESS_BYTES = 12;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final int KIND_AND_COUNT = 8;
    private static final int PIECE_BYTES = ADDRESS_BYTES + Long.BYTES;

    private Wire() {}

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
        for (int i = 0; i < shape.count(); i++) {
            putAddress(to, next, vector.isNull(i) ? null : vector.address(i));
            putLong(to, next + ADDRESS_BYTES, shape.pieceBytes(i));
            next += PIECE_BYTES;
        }
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
