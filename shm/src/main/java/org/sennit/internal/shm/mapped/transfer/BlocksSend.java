package org.sennit.internal.shm.mapped.transfer;

import org.sennit.spi.network.LargeMessageOperation;

/**
 * The sender's part of a message whose blocks both copy: takes blocks from the back as long as there are any, then waits until
 * the receiver has its own.
 */
final class BlocksSend extends TransferStep {
    private final RemoteMemory target; // null: this side cannot reach it, and leaves all to the receiver
    private final SlotChannel lane;
    private final long message;
    private final long blockBytes;
    private final int blocks;

    // Owned by the thread that runs the step.
    private boolean isTried;
    private boolean isInside;

    BlocksSend(PairTransfer pair, LargeMessageOperation operation, RemoteMemory target, ClearCookie cookie) {
        super(pair, operation);
        this.target = target;
        this.lane = pair.outgoingLane(cookie.lane());
        this.message = cookie.message();
        this.blockBytes = cookie.blockBytes();
        this.blocks = (int) Math.min(Integer.MAX_VALUE, (lengthBytes + blockBytes - 1) / blockBytes);
    }

    @Override
    public int advance() {
        if (!isTried) { // not before the first copy: until then the receiver may complete without this side
            isTried = true;
            isInside = target != null && lane.enter(message);
        }
        int work = 0;
        for (long moved = 0; isInside && moved < BUDGET_BYTES; moved += blockBytes) {
            int block = lane.claimFromBack(blocks);
            work++;
            if (block < 0) {
                target.check();
                isInside = false;
                lane.leave(message);
                ring();
            } else {
                long at = block * blockBytes;
                target.move(operation, at, Math.min(blockBytes, lengthBytes - at));
            }
        }
        if (!isInside && lane.isShut(message)) {
            pair.completeUnlessClosed(operation);
            return OVER;
        }
        return work;
    }

    @Override
    public boolean hasWork() {
        return !isTried || isInside || lane.isShut(message);
    }

    @Override
    void abandon() {
        if (isInside) {
            isInside = false;
            lane.lose(message);
            ring();
        }
    }
}
