package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/**
 * The sender's part of a message through a lane: fills slots as they become free. The lane is one that the receiver has
 * granted, or that of {@link AnnouncedSend}, where it carries on.
 */
final class RingSend extends TransferStep {
    private SlotChannel lane;
    private long message;
    private AnnouncedSend announced; // null: the lane is the receiver's

    // Owned by the thread that runs the step.
    private long next; // slot
    private long consumed;
    private long sentBytes;
    private boolean hasTakenOver;

    RingSend(TransferSide side) {
        super(side);
    }

    /** Goes through the lane that the receiver has chosen. */
    RingSend begin(PairTransfer by, ClearCookie cookie) {
        about(by);
        lane = by.outgoingLane(cookie.lane());
        message = cookie.message();
        next = cookie.firstSlot();
        consumed = next;
        sentBytes = 0;
        announced = null;
        hasTakenOver = true;
        return this;
    }

    /** Carries on in the lane that was announced. */
    RingSend begin(AnnouncedSend from) {
        about(from.pair);
        lane = side.ticket.lane();
        message = side.ticket.message();
        consumed = side.ticket.firstSlot();
        announced = from;
        hasTakenOver = false;
        return this;
    }

    /** Enters the lane; false when the receiver has given up, which the device learns by an upcall. */
    boolean enter() {
        return lane.enter(message);
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
            lane.fill(operation, memory, sentBytes, next, bytes);
            sentBytes += bytes;
            lane.publish(next++);
            slots++;
        }
        boolean isOver = sentBytes >= lengthBytes;
        if (isOver && announced != null) {
            announced.leaveLane();
        } else if (isOver && leavesLane()) {
            lane.leave(message); // not before: the next user of the lane must not find a word that is late
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
        consumed = lane.consumed();
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
            announced.giveLaneBack();
        } else if (leavesLane()) {
            lane.lose(message);
            ring();
        }
    }
}
