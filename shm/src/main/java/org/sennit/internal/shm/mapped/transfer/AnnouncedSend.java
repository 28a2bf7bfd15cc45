package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/**
 * The sender's part of a message before the receiver has answered: fills a channel of the sender's own at once, which
 * RTS names. A receiver that takes the message through slots enters that channel and finds the first bytes there, so
 * none of them waits for CTS. A receiver that chooses another mode does not enter it, and this step returns the
 * channel.
 *
 * <p>{@link #fill} belongs to the thread that starts the message; what it leaves is taken over by {@link RingSend}.
 */
final class AnnouncedSend extends TransferStep {
    // Written by fill, published by isFilled.
    private long next; // slot
    private long sentBytes;

    // Volatile store by fill; read by the thread that runs the steps before it touches channel or counts.
    private volatile boolean isFilled;

    // Volatile store in the connection's upcalls before the step is driven, read by the thread that drives it; null
    // where the receiver has read by itself.
    private volatile TransferStep instead;

    AnnouncedSend(TransferSide side) {
        super(side);
    }

    /** Prepares for the channel of the side's ticket. */
    AnnouncedSend begin(TransferPair by) {
        about(by);
        next = side.ticket.firstSlot();
        sentBytes = 0;
        isFilled = false;
        instead = null;
        return this;
    }

    /**
     * Fills what the channel holds.
     *
     * @param memory the operation's, taken before RTS: an answer may make it shorter
     */
    void fill(MemorySegment memory) {
        SlotChannel channel = side.ticket.channel();
        long limit = next + TransferAreaDescriptor.SLOTS;
        while (sentBytes < lengthBytes && next < limit) {
            long bytes = Math.min(TransferAreaDescriptor.SLOT_BYTES, lengthBytes - sentBytes);
            channel.fill(operation, memory, sentBytes, next, bytes);
            sentBytes += bytes;
            channel.publish(next++);
        }
        isFilled = true;
        ring(); // a receiver that has come in may sleep over slots that were not there yet
        operation.signal(); // an answer may have come meanwhile, whose step another thread runs
    }

    boolean isFilled() {
        return isFilled;
    }

    long nextSlot() {
        return next;
    }

    long sentBytes() {
        return sentBytes;
    }

    /**
     * Leaves the channel, because the receiver chose another mode, and continues with a step; null when the message is
     * complete.
     */
    void carryOnWith(TransferStep other) {
        instead = other;
        operation.drive(this);
    }

    @Override
    public int advance() {
        if (!isFilled) {
            return 0;
        }
        giveChannelBack();
        TransferStep other = instead;
        if (other == null) {
            pair.completeUnlessClosed(operation);
        } else {
            other.start(); // takes this one's place
        }
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return isFilled;
    }

    /**
     * Gives the channel back; this side does not write to it any more. A receiver that is inside leaves by itself; one
     * that is not stays outside.
     */
    void giveChannelBack() {
        if (leavesChannel()) {
            side.ticket.channel().shut(side.ticket.message());
            pair.announcedChannels().release(side.ticket);
        }
    }

    /**
     * Leaves the channel when all bytes are in it and the receiver is inside: it is free when the receiver has left.
     */
    void leaveChannel() {
        if (leavesChannel()) {
            pair.announcedChannels().release(side.ticket);
        }
    }

    @Override
    void abandon() {
        giveChannelBack();
        TransferStep other = instead;
        if (other != null) {
            other.abandon(); // not begun, but it may be in a channel, or have mapped memory
        }
    }
}
