package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/**
 * The receiver's part of a message through a lane: empties slots as they are filled. The lane is one that the receiver
 * has granted, or one that the sender has announced and that this side has entered.
 */
final class RingReceive extends TransferStep {
    private SlotChannel lane;
    private long message;
    private boolean isAnnounced;
    private long startNs;

    // Owned by the thread that runs the step.
    private long next; // slot
    private long takenBytes;

    RingReceive(TransferSide side) {
        super(side);
    }

    /** Empties the lane that has been granted. */
    RingReceive begin(PairTransfer by, long beganNs) {
        return begin(by, side.ticket.lane(), side.ticket.message(), side.ticket.firstSlot(), beganNs);
    }

    /** Empties a lane that the sender has announced. */
    RingReceive begin(PairTransfer by, AnnouncedLane from, long beganNs) {
        begin(by, from.lane(), from.message(), from.firstSlot(), beganNs);
        isAnnounced = true;
        return this;
    }

    private RingReceive begin(PairTransfer by, SlotChannel from, long number, long firstSlot, long beganNs) {
        about(by);
        lane = from;
        message = number;
        isAnnounced = false;
        next = firstSlot;
        startNs = beganNs;
        takenBytes = 0;
        return this;
    }

    @Override
    public int advance() {
        int slots = 0;
        MemorySegment memory = operation.memory();
        while (takenBytes < lengthBytes
                && slots * (long) TransferAreaDescriptor.SLOT_BYTES < BUDGET_BYTES
                && lane.isReady(next)) {
            long bytes = Math.min(TransferAreaDescriptor.SLOT_BYTES, lengthBytes - takenBytes);
            lane.empty(operation, memory, takenBytes, next, bytes);
            takenBytes += bytes;
            lane.consume(++next);
            slots++;
        }
        if (takenBytes == lengthBytes) {
            letGo();
            pair.finished(TransferMode.RING, lengthBytes, startNs);
            operation.complete();
            return OVER;
        }
        if (slots > 0) {
            ring(); // once for all: there is room
        }
        return slots;
    }

    /** Gives the lane back; other messages get it as soon as the sender has left it, too. */
    private void letGo() {
        if (!leavesLane()) {
            return;
        }
        if (isAnnounced) {
            lane.leave(message);
        } else {
            lane.shut(message); // else the sender is inside, and the lane is free when it has left
            pair.grantedLanes().release(side.ticket);
        }
    }

    @Override
    public boolean hasWork() {
        return lane.isReady(next);
    }

    @Override
    void abandon() {
        letGo();
        ring();
    }
}
