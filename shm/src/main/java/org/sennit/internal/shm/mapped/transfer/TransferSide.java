package org.sennit.internal.shm.mapped.transfer;

import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * The state of one side that an operation keeps from message to message, so that none of them allocates: cookies, what
 * the other side has said of its memory, and its channel. About the operation's message, and used by the same threads.
 */
class TransferSide {
    final LargeMessageOperation operation;
    final MemoryOffer mine = new MemoryOffer();
    final MemoryOffer theirs = new MemoryOffer();
    final ClearCookie cookie = new ClearCookie();
    final ChannelPool.Ticket ticket = new ChannelPool.Ticket(); // of a channel of this side
    final AnnouncedChannel announced = new AnnouncedChannel(); // the other side's
    final RecentRooms rooms = new RecentRooms();
    final MappedMemory mapped = new MappedMemory();
    final KernelMemory byKernel = new KernelMemory();

    TransferSide(LargeMessageOperation operation) {
        this.operation = operation;
    }

    /** Releases memory of the peer that was mapped for a copy. */
    final void forgetMemory() {
        mapped.forget();
    }
}
