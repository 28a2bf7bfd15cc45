package org.sennit.endpoints.device;

import java.lang.foreign.MemorySegment;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * Buffers for eager messages from other processes that do not fit an inbox cell. Taken with the network's loop held,
 * given back by whichever endpoint has received the message.
 */
final class EagerBuffers {
    // 64 of each is 4.3 MiB at most; a flood beyond that allocates and leaves the rest to the collector.
    private static final int KEPT = 64;
    private static final int SMALL_BYTES = 4096;

    private final int largeBytes;
    private final MpscVarHandleArrayQueue<BufferedPayload> small = new MpscVarHandleArrayQueue<>(KEPT);
    private final MpscVarHandleArrayQueue<BufferedPayload> large = new MpscVarHandleArrayQueue<>(KEPT);

    EagerBuffers(int largeBytes) {
        this.largeBytes = largeBytes;
    }

    BufferedPayload take(long lengthBytes) {
        boolean isSmall = lengthBytes <= SMALL_BYTES;
        BufferedPayload buffer = (isSmall ? small : large).poll();
        if (buffer != null) {
            return buffer;
        }
        int bytes = isSmall ? SMALL_BYTES : (int) Math.max(lengthBytes, largeBytes);
        return new BufferedPayload(this, MemorySegment.ofArray(new byte[bytes]));
    }

    void give(BufferedPayload buffer) {
        (buffer.memory().byteSize() == SMALL_BYTES ? small : large).offer(buffer);
    }
}
