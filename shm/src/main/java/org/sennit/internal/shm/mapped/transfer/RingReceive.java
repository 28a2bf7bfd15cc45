package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/**
 * The receiver's part of a message through a channel: empties slots as they are filled. The channel is one that the
 * receiver has granted, or one that the sender has announced and that this side has entered.
 */
final class RingReceive extends TransferStep {
    private SlotChannel channel;
    private long message;
    private boolean isAnnounced;

    // Owned by the thread that runs the step.
    private long next; // slot
    private long takenBytes;

    RingReceive(TransferSide side) {
        super(side);
    }

    /** Empties the channel that has been granted. */
    RingReceive begin(TransferPair by) {
        return begin(by, side.ticket.channel(), side.ticket.message(), side.ticket.firstSlot());
    }

    /** Empties a channel that the sender has announced. */
    RingReceive begin(TransferPair by, AnnouncedChannel from) {
        begin(by, from.channel(), from.message(), from.firstSlot());
        isAnnounced = true;
        return this;
    }

    private RingReceive begin(TransferPair by, SlotChannel from, long number, long firstSlot) {
        about(by);
        channel = from;
        message = number;
        isAnnounced = false;
        next = firstSlot;
        takenBytes = 0;
        return this;
    }

    @Override
    public int advance() {
        int slots = 0;
        MemorySegment memory = operation.memory();
        while (takenBytes < lengthBytes
                && slots * (long) TransferAreaDescriptor.SLOT_BYTES < BUDGET_BYTES
                && channel.isReady(next)) {
            long bytes = Math.min(TransferAreaDescriptor.SLOT_BYTES, lengthBytes - takenBytes);
            channel.empty(operation, memory, takenBytes, next, bytes);
            takenBytes += bytes;
            channel.consume(++next);
            slots++;
        }
        if (takenBytes == lengthBytes) {
            letGo();
            pair.finished(TransferMode.RING, side);
            operation.complete();
            return OVER;
        }
        if (slots > 0) {
            ring(); // once for all: there is room
        }
        return slots;
    }

    /** Gives the channel back; other messages get it as soon as the sender has left it, too. */
    private void letGo() {
        if (!leavesChannel()) {
            return;
        }
        if (isAnnounced) {
            channel.leave(message);
        } else {
            channel.shut(message); // else the sender is inside, and the channel is free when it has left
            pair.grantedChannels().release(side.ticket);
        }
    }

    @Override
    public boolean hasWork() {
        return channel.isReady(next);
    }

    @Override
    void abandon() {
        letGo();
        ring();
    }
}
