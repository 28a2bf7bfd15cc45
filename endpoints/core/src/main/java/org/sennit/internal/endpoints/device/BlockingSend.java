package org.sennit.internal.endpoints.device;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.protocol.ActiveTransfers;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.spi.progress.Progress;

/**
 * The reusable send by reference of blocking calls. A staged copy of confined memory returns to its pool when the send
 * completes. Belongs to the calling thread.
 */
final class BlockingSend extends SingleCopySend {
    private final BounceBufferPool pool;
    private MemorySegment staged; // null: the message is sent from the user's memory

    BlockingSend(Progress progress, ActiveTransfers transfers, BounceBufferPool pool) {
        super(progress, transfers);
        this.pool = pool;
    }

    /** Stages a contiguous copy of a message until the send completes. */
    MemorySegment stage(OutgoingMessage message) {
        MemorySegment copy = pool.take(message.lengthBytes);
        LayoutCopy.copy(message.memory, message.offset, message.layout, copy, 0, null, 0, message.lengthBytes);
        staged = copy;
        return copy;
    }

    @Override
    protected void finish() {
        MemorySegment copy = staged;
        staged = null;
        if (copy != null && failureOf(this) == null) {
            pool.give(copy);
        }
    }
}
