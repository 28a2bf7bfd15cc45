package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.sennit.spi.network.VirtualConnection;

/**
 * Buffers for eager messages from other processes that do not fit an inbox cell, of three sizes; a longer one gets one
 * of its own. Taken by the upcalls of any connection, given back by whichever endpoint has received the message.
 */
final class EagerBuffers {
    static final int SMALL_BYTES = 4096;

    /** Longest message that goes at once between JVMs of a host by default. */
    static final int MIDDLE_BYTES = 16 << 10;

    static final int LARGE_BYTES = VirtualConnection.DEFAULT_EAGER_BYTES;

    // 64 of each are at most 5.3 MiB; a larger flood allocates, and its buffers are left to the collector.
    private static final int KEPT = 64;

    private final MpmcVarHandleArrayQueue<BufferedPayload> small = new MpmcVarHandleArrayQueue<>(KEPT);
    private final MpmcVarHandleArrayQueue<BufferedPayload> middle = new MpmcVarHandleArrayQueue<>(KEPT);
    private final MpmcVarHandleArrayQueue<BufferedPayload> large = new MpmcVarHandleArrayQueue<>(KEPT);

    BufferedPayload take(long lengthBytes) {
        if (lengthBytes > LARGE_BYTES) {
            return make((int) lengthBytes);
        }
        int bytes = lengthBytes <= SMALL_BYTES ? SMALL_BYTES : lengthBytes <= MIDDLE_BYTES ? MIDDLE_BYTES : LARGE_BYTES;
        BufferedPayload buffer = keptOf(bytes).poll();
        return buffer != null ? buffer : make(bytes);
    }

    private MpmcVarHandleArrayQueue<BufferedPayload> keptOf(long bytes) {
        return bytes == SMALL_BYTES ? small : bytes == MIDDLE_BYTES ? middle : large;
    }

    private BufferedPayload make(int bytes) {
        byte[] buffer = new byte[bytes];
        return new BufferedPayload(this, buffer, MemorySegment.ofArray(buffer));
    }

    void give(BufferedPayload buffer) {
        long bytes = buffer.memory().byteSize();
        if (bytes <= LARGE_BYTES) {
            keptOf(bytes).offer(buffer);
        }
    }
}
