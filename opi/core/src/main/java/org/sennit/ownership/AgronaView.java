package org.sennit.ownership;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Off-heap memory as an Agrona buffer, over a {@link ByteBuffer}, so that the view itself can be sent like any memory.
 * Belongs to the owner of the memory.
 */
final class AgronaView {
    private final MemorySegment memory;
    private ByteBuffer bytes; // null: none yet; of memory longer than 2 GiB the beginning
    private UnsafeBuffer buffer;

    AgronaView(MemorySegment memory) {
        this.memory = memory;
    }

    /** Returns the same object in every call. */
    UnsafeBuffer of(long length, PoolBuffers pool) {
        if (length > Integer.MAX_VALUE) {
            throw pool.raised(new SennitException(
                    ErrorClass.COUNT,
                    "a buffer of Agrona's sees at most " + Integer.MAX_VALUE
                            + " bytes; segment() sees all: operation=agrona length=" + length));
        }
        if (buffer == null) {
            bytes = memory.asSlice(0, Math.min(memory.byteSize(), Integer.MAX_VALUE))
                    .asByteBuffer();
            buffer = make(pool);
        }
        if (buffer.capacity() != length) {
            buffer.wrap(bytes, 0, (int) length);
        }
        return buffer;
    }

    private UnsafeBuffer make(PoolBuffers pool) {
        try {
            return new UnsafeBuffer(bytes);
        } catch (LinkageError e) {
            throw pool.raised(new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "Agrona's buffers need the JVM's flag --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED, which"
                            + " sennit run gives; segment() needs none: operation=agrona",
                    e));
        }
    }
}
