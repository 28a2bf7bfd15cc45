package org.sennit.internal.shm.mapped.transfer;

import org.sennit.spi.network.LargeMessageOperation;

/** A side with a step for each mode that has been used: what an operation keeps. Threads as there. */
final class TransferSteps extends TransferSide {
    // null until a message goes in that mode
    private AnnouncedSend announcedSend;
    private RingSend ringSend;
    private RingReceive ringReceive;
    private BlocksSend blocksSend;
    private BlocksReceive blocksReceive;
    private PushSend pushSend;
    private ParcelReceive parcelReceive;
    private ReadReceive readReceive;
    private ChannelWait channelWait;

    private TransferSteps(LargeMessageOperation operation) {
        super(operation);
    }

    /** Returns what the operation keeps, which may have moved the messages of other modules and connections before. */
    static TransferSteps of(LargeMessageOperation operation) {
        if (operation.kept() instanceof TransferSteps side) {
            return side;
        }
        TransferSteps side = new TransferSteps(operation);
        operation.keep(side);
        return side;
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
    ParcelSend parcelSend(TransferPair by) {
        return new ParcelSend(this, by);
    }

    ParcelReceive parcelReceive() {
        if (parcelReceive == null) {
            parcelReceive = new ParcelReceive(this);
        }
        return parcelReceive;
    }

    ReadReceive readReceive() {
        if (readReceive == null) {
            readReceive = new ReadReceive(this);
        }
        return readReceive;
    }

    ChannelWait channelWait() {
        if (channelWait == null) {
            channelWait = new ChannelWait(this);
        }
        return channelWait;
    }
}
