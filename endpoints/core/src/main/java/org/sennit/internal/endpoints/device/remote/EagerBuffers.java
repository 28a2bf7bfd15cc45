package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.sennit.spi.network.VirtualConnection;

/**
 * Buffers for eager messages from other processes that do not fit an inbox cell, of two sizes; a longer message gets
 * one of its own. Taken by the upcalls of any connection, given back by whichever endpoint has received the message.
 */
final class EagerBuffers {
    static final int SMALL_BYTES = 4096;

    static final int LARGE_BYTES = VirtualConnection.DEFAULT_EAGER_BYTES;

    // 64 of each are at most 4.3 MiB; a larger flood allocates, and its buffers are left to the collector.
    private static final int KEPT = 64;

    private final MpmcVarHandleArrayQueue<BufferedPayload> small = new MpmcVarHandleArrayQueue<>(KEPT);
    private final MpmcVarHandleArrayQueue<BufferedPayload> large = new MpmcVarHandleArrayQueue<>(KEPT);

    BufferedPayload take(long lengthBytes) {
        if (lengthBytes > LARGE_BYTES) {
            return make((int) lengthBytes);
        }
        boolean isSmall = lengthBytes <= SMALL_BYTES;
        BufferedPayload buffer = (isSmall ? small : large).poll();
        return buffer != null ? buffer : make(isSmall ? SMALL_BYTES : LARGE_BYTES);
    }

    private BufferedPayload make(int bytes) {
        byte[] buffer = new byte[bytes];
        return new BufferedPayload(this, buffer, MemorySegment.ofArray(buffer));
    }

    void give(BufferedPayload buffer) {
        long bytes = buffer.memory().byteSize();
        if (bytes == SMALL_BYTES) {
            small.offer(buffer);
        } else if (bytes == LARGE_BYTES) {
            large.offer(buffer);
        }
    }
}
