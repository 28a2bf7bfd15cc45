package org.sennit.internal.shm.mapped.transfer;

import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * The state that an operation keeps from message to message, so that none of them allocates: cookies, what the other
 * side has said of its memory, its channel, and a step for each mode that has been used. Kept by the operation, about the
 * same message, and used by the same threads.
 */
final class TransferSide {
    final LargeMessageOperation operation;
    final MemoryOffer mine = new MemoryOffer();
    final MemoryOffer theirs = new MemoryOffer();
    final ClearCookie cookie = new ClearCookie();
    final ChannelPool.Ticket ticket = new ChannelPool.Ticket(); // of a channel of this side
    final AnnouncedChannel announced = new AnnouncedChannel(); // the other side's
    final RecentRooms rooms = new RecentRooms();
    final MappedMemory mapped = new MappedMemory();
    final KernelMemory byKernel = new KernelMemory();

    // null until a message goes in that mode
    private AnnouncedSend announcedSend;
    private RingSend ringSend;
    private RingReceive ringReceive;
    private BlocksSend blocksSend;
    private BlocksReceive blocksReceive;
    private PushSend pushSend;
    private ParcelReceive parcelReceive;
    private ChannelWait channelWait;

    private TransferSide(LargeMessageOperation operation) {
        this.operation = operation;
    }

    /** Returns what the operation keeps, which may have moved the messages of other modules and connections before. */
    static TransferSide of(LargeMessageOperation operation) {
        if (operation.kept() instanceof TransferSide side) {
            return side;
        }
        TransferSide side = new TransferSide(operation);
        operation.keep(side);
        return side;
    }

    /** Releases memory of the peer that was mapped for a copy. */
    void forgetMemory() {
        mapped.forget();
    }

    AnnouncedSend announcedSend() {
        if (announcedSend == null) {
            announcedSend = new AnnouncedSend(this);
        }
        return announcedSend;
    }

    RingSend ringSend() {
        if (ringSend == null) {
            ringSend = new RingSend(this);
        }
        return ringSend;
    }

    RingReceive ringReceive() {
        if (ringReceive == null) {
            ringReceive = new RingReceive(this);
        }
        return ringReceive;
    }

    BlocksSend blocksSend() {
        if (blocksSend == null) {
            blocksSend = new BlocksSend(this);
        }
        return blocksSend;
    }

    BlocksReceive blocksReceive() {
        if (blocksReceive == null) {
            blocksReceive = new BlocksReceive(this);
        }
        return blocksReceive;
    }

    PushSend pushSend() {
        if (pushSend == null) {
            pushSend = new PushSend(this);
        }
        return pushSend;
    }

    /** Parcels are seldom sent, and their step has much memory: none is kept. */
    ParcelSend parcelSend(PairTransfer by) {
        return new ParcelSend(this, by);
    }

    ParcelReceive parcelReceive() {
        if (parcelReceive == null) {
            parcelReceive = new ParcelReceive(this);
        }
        return parcelReceive;
    }

    ChannelWait channelWait() {
        if (channelWait == null) {
            channelWait = new ChannelWait(this);
        }
        return channelWait;
    }
}
