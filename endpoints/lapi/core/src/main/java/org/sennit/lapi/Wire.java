package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

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

    private static final int KIND_AND_COUNT = 8;
    private static final RemoteAddress NOWHERE = new RemoteAddress(0, 0, 0);

    private Wire() {}

    static ByteBuffer read(MemorySegment header) {
        return header.asByteBuffer();
    }

    static ByteBuffer putAddress(ByteBuffer out, RemoteAddress address) {
        return out.putInt(address.region()).putLong(address.offsetBytes());
    }

    static RemoteAddress getAddress(ByteBuffer in, int task) {
        return new RemoteAddress(task, in.getInt(), in.getLong());
    }

    static long bytes(RemoteVector vector) {
        Shape shape = vector.shape();
        return KIND_AND_COUNT
                + (shape.type() == VectorType.STRIDED
                        ? ADDRESS_BYTES + 2L * Long.BYTES
                        : (long) shape.count() * (ADDRESS_BYTES + Long.BYTES));
    }

    static ByteBuffer putVector(ByteBuffer out, RemoteVector vector) {
        Shape shape = vector.shape();
        out.putInt(shape.type().code()).putInt(shape.count());
        if (shape.type() == VectorType.STRIDED) {
            return putAddress(out, vector.address(0)).putLong(shape.block()).putLong(shape.stride());
        }
        for (int i = 0; i < shape.count(); i++) {
            putAddress(out, vector.isNull(i) ? NOWHERE : vector.address(i)).putLong(shape.pieceBytes(i));
        }
        return out;
    }

    static RemoteVector getVector(ByteBuffer in, int task) {
        VectorType type = VectorType.of(in.getInt());
        int count = in.getInt();
        if (type == VectorType.STRIDED) {
            return RemoteVector.strided(getAddress(in, task), count, in.getLong(), in.getLong());
        }
        RemoteAddress[] addresses = new RemoteAddress[count];
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            addresses[i] = getAddress(in, task);
            lengths[i] = in.getLong();
        }
        return type == VectorType.IOVECTOR
                ? RemoteVector.iovector(addresses, lengths)
                : RemoteVector.generic(addresses, lengths);
    }
}
