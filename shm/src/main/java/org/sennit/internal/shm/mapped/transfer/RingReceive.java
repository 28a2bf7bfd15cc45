package org.sennit.internal.shm.mapped.transfer;

/** The receiver's part of a message through a lane: empties slots as they are filled. */
final class RingReceive extends TransferStep {
    private final LanePool.Ticket ticket;
    private SlotChannel lane;
    private long startNs;

    // Owned by the thread that runs the step.
    private long next; // slot
    private long takenBytes;

    RingReceive(TransferSide side) {
        super(side);
        this.ticket = side.ticket;
    }

    /** Empties the lane that has been claimed. */
    RingReceive begin(PairTransfer by, long beganNs) {
        about(by);
        lane = ticket.lane();
        next = ticket.firstSlot();
        startNs = beganNs;
        takenBytes = 0;
        return this;
    }

    @Override
    public int advance() {
        int slots = 0;
        while (takenBytes < lengthBytes
                && slots * (long) TransferAreaDescriptor.SLOT_BYTES < BUDGET_BYTES
                && lane.isReady(next)) {
            long bytes = Math.min(TransferAreaDescriptor.SLOT_BYTES, lengthBytes - takenBytes);
            operation.write(takenBytes, lane.area(), lane.slotOffset(next), bytes);
            takenBytes += bytes;
            lane.consume(++next);
            slots++;
            ring();
        }
        if (takenBytes == lengthBytes) {
            pair.lanePool().release(ticket);
            pair.finished(TransferMode.RING, lengthBytes, startNs);
            operation.complete();
            return OVER;
        }
        return slots;
    }

    @Override
    public boolean hasWork() {
        return lane.isReady(next);
    }

    @Override
    void abandon() {
        lane.shut(ticket.message()); // else the sender is inside, and the lane is free when it has left
        pair.lanePool().release(ticket);
        ring();
    }
}
