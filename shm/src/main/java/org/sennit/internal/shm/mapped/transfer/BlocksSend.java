package org.sennit.internal.shm.mapped.transfer;

/**
 * The sender's part of a message whose blocks both copy: takes blocks from the back as long as there are any, then
 * waits until the receiver has its own.
 */
final class BlocksSend extends TransferStep {
    private RemoteMemory target; // null: this side cannot reach it, and leaves all to the receiver
    private SlotChannel channel;
    private long message;
    private long blockBytes;
    private int blocks;

    // Owned by the thread that runs the step.
    private boolean isTried;
    private boolean isInside;

    BlocksSend(TransferSide side) {
        super(side);
    }

    /** Copies to memory of the receiver, or to none. */
    BlocksSend begin(TransferPair by, RemoteMemory to, ClearCookie cookie) {
        about(by);
        target = to;
        channel = by.outgoingChannel(cookie.channel());
        message = cookie.message();
        blockBytes = cookie.blockBytes();
        blocks = (int) Math.min(Integer.MAX_VALUE, (lengthBytes + blockBytes - 1) / blockBytes);
        isTried = false;
        isInside = false;
        return this;
    }

    @Override
    public int advance() {
        if (!isTried) { // not before the first copy: until then the receiver may complete without this side
            isTried = true;
            isInside = target != null && channel.enter(message);
        }
        int work = 0;
        for (long moved = 0; isInside && moved < BUDGET_BYTES; moved += blockBytes) {
            int block = channel.claimFromBack(blocks);
            work++;
            if (block < 0) {
                target.check();
                isInside = false;
                channel.leave(message);
                ring();
            } else {
                long at = block * blockBytes;
                target.move(operation, at, Math.min(blockBytes, lengthBytes - at));
            }
        }
        if (!isInside && channel.isShut(message)) {
            side.forgetMemory();
            pair.completeUnlessClosed(operation);
            return OVER;
        }
        return work;
    }

    @Override
    public boolean hasWork() {
        return !isTried || isInside || channel.isShut(message);
    }

    @Override
    void abandon() {
        side.forgetMemory();
        if (isInside) {
            isInside = false;
            channel.lose(message);
            ring();
        }
    }
}
