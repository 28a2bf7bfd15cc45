package org.sennit.internal.shm.mapped.transfer;

import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.spi.context.RuntimeContext;
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

    // Of the receiver, written before its step is started, which publishes them.
    private ModeTuner tuner; // null: this message is no measurement
    private long startNs;
    private boolean isKernelToBlame; // for the whole of it, however it ends

    TransferSide(LargeMessageOperation operation) {
        this.operation = operation;
    }

    /** Makes the message that begins a measurement. */
    final void measure(ModeTuner by, long nowNs) {
        tuner = by;
        startNs = nowNs;
        isKernelToBlame = false;
    }

    /** Makes the message no measurement. */
    final void measureNothing() {
        tuner = null;
    }

    /** Notes that the kernel has been tried without success: what the message takes from now on is its time, too. */
    final void blameKernel() {
        isKernelToBlame = true;
    }

    /** Called when a message has been received. */
    final void measured(boolean isByKernel, RuntimeContext context) {
        if (tuner != null) {
            tuner.measured(isByKernel || isKernelToBlame, operation.lengthBytes(), context.nanoTime() - startNs);
        }
    }

    /** Releases memory of the peer that was mapped for a copy. */
    final void forgetMemory() {
        mapped.forget();
    }
}
