package org.sennit.internal.shm.mapped.transfer;

/** The sender's part of a message through a lane: fills slots as they become free. */
final class RingSend extends TransferStep {
    private SlotChannel lane;
    private long message;

    // Owned by the thread that runs the step.
    private long next; // slot
    private long consumed;
    private long sentBytes;

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
        return this;
    }

    /** Enters the lane; false when the receiver has given up, which the device learns by an upcall. */
    boolean enter() {
        return lane.enter(message);
    }

    @Override
    public int advance() {
        int slots = 0;
        while (sentBytes < lengthBytes
                && slots * (long) TransferAreaDescriptor.SLOT_BYTES < BUDGET_BYTES
                && hasRoom()) {
            long bytes = Math.min(TransferAreaDescriptor.SLOT_BYTES, lengthBytes - sentBytes);
            operation.read(sentBytes, lane.area(), lane.slotOffset(next), bytes);
            sentBytes += bytes;
            lane.publish(next++);
            if (sentBytes == lengthBytes) {
                lane.leave(message); // not before: who is given the lane must not find a word that is late
            }
            slots++;
            ring();
        }
        if (sentBytes == lengthBytes) {
            operation.complete();
            return OVER;
        }
        return slots;
    }

    @Override
    public boolean hasWork() {
        return hasRoom();
    }

    private boolean hasRoom() {
        if (isFree()) {
            return true;
        }
        consumed = lane.consumed();
        return isFree();
    }

    /** False as well for what only a peer that has gone mad says. */
    private boolean isFree() {
        long filled = next - consumed;
        return filled >= 0 && filled < TransferAreaDescriptor.SLOTS;
    }

    @Override
    void abandon() {
        lane.lose(message);
        ring();
    }
}
