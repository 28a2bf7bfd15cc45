package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;

/**
 * An eager message from another process that waits in a buffer for its receive.
 *
 * @param pool where the buffer goes afterwards
 * @param bytes the buffer, at least as long as the message
 * @param memory the same as a segment
 */
record BufferedPayload(EagerBuffers pool, byte[] bytes, MemorySegment memory) implements PayloadSource {
    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        try {
            LayoutCopy.copy(memory, 0, null, receive.memory(), receive.offset(), receive.layout(), 0, lengthBytes);
            receive.completeOwn(sourceRank, tag, lengthBytes);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            receive.failMemory(sourceRank, tag, lengthBytes, e);
        } finally {
            pool.give(this);
        }
    }

    @Override
    public void discard(long lengthBytes) {
        pool.give(this);
    }
}
