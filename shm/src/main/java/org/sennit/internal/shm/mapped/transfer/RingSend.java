package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/**
 * The sender's part of a message through a channel: fills slots as they become free. The channel is one that the
 * receiver has granted, or that of {@link AnnouncedSend}, where it carries on.
 */
final class RingSend extends TransferStep {
    private SlotChannel channel;
    private long message;
    private AnnouncedSend announced; // null: the channel is the receiver's

    // Owned by the thread that runs the step.
    private long next; // slot
    private long consumed;
    private long sentBytes;
    private boolean hasTakenOver;

    RingSend(TransferSide side) {
        super(side);
    }

    /** Goes through the channel that the receiver has chosen. */
    RingSend begin(TransferPair by, ClearCookie cookie) {
        about(by);
        channel = by.outgoingChannel(cookie.channel());
        message = cookie.message();
        next = cookie.firstSlot();
        consumed = next;
        sentBytes = 0;
        announced = null;
        hasTakenOver = true;
        return this;
    }

    /** Carries on in the channel that was announced. */
    RingSend begin(AnnouncedSend from) {
        about(from.pair);
        channel = side.ticket.channel();
        message = side.ticket.message();
        consumed = side.ticket.firstSlot();
        announced = from;
        hasTakenOver = false;
        return this;
    }

    /** Enters the channel; false when the receiver has given up, which the device learns by an upcall. */
    boolean enter() {
        return channel.enter(message);
    }

    @Override
    public int advance() {
        boolean mustRing = !hasTakenOver; // for what was filled before
        if (mustRing && !takeOver()) {
            return 0;
        }
        int slots = 0;
        MemorySegment memory = operation.memory();
        while (sentBytes < lengthBytes
                && slots * (long) TransferAreaDescriptor.SLOT_BYTES < BUDGET_BYTES
                && hasRoom()) {
            long bytes = Math.min(TransferAreaDescriptor.SLOT_BYTES, lengthBytes - sentBytes);
            channel.fill(operation, memory, sentBytes, next, bytes);
            sentBytes += bytes;
            channel.publish(next++);
            slots++;
        }
        boolean isOver = sentBytes >= lengthBytes;
        if (isOver && announced != null) {
            announced.leaveChannel();
        } else if (isOver && leavesChannel()) {
            channel.leave(message); // not before: the next user of the channel must not find a word that is late
        }
        if (mustRing || slots > 0) {
            ring(); // once for all: the receiver copies a slot in less time than it takes to fall asleep
        }
        if (isOver) {
            operation.complete();
            return OVER;
        }
        return slots;
    }

    /** Takes over what was filled before the receiver answered; returns false while the filling thread is active. */
    private boolean takeOver() {
        if (!announced.isFilled()) {
            return false;
        }
        next = announced.nextSlot();
        sentBytes = announced.sentBytes();
        hasTakenOver = true;
        return true;
    }

    @Override
    public boolean hasWork() {
        return hasTakenOver ? hasRoom() : announced.isFilled();
    }

    private boolean hasRoom() {
        if (isFree()) {
            return true;
        }
        consumed = channel.consumed();
        return isFree();
    }

    /** Returns whether the next slot is free; false as well for a count that no correct peer writes. */
    private boolean isFree() {
        long filled = next - consumed;
        return filled >= 0 && filled < TransferAreaDescriptor.SLOTS;
    }

    @Override
    void abandon() {
        if (announced != null) {
            announced.giveChannelBack();
        } else if (leavesChannel()) {
            channel.lose(message);
            ring();
        }
    }
}
