package org.sennit.internal.shm.mapped.transfer;

/**
 * The receiver's part of a message whose bytes it copies out of the sender's memory: alone, or with the sender, which
 * copies blocks from the back (the synergistic protocol of Friedley et al., Hybrid MPI, 2013, across processes, see
 * SharedBlocks in org.sennit.internal.shm.protocol). It needs no helper, and waits for one only while that is inside.
 */
final class BlocksReceive extends TransferStep {
    private RemoteMemory source;
    private ChannelPool.Ticket ticket; // null: alone
    private long blockBytes;
    private int blocks;

    // Owned by the thread that runs the step.
    private int taken; // alone: the next block
    private boolean isAllTaken;

    BlocksReceive(TransferSide side) {
        super(side);
    }

    /**
     * Copies from memory of the sender.
     *
     * @param by the channel in which the sender helps; null: alone
     */
    BlocksReceive begin(TransferPair transfer, RemoteMemory from, ChannelPool.Ticket by, long bytesOfABlock) {
        about(transfer);
        source = from;
        ticket = by;
        blockBytes = bytesOfABlock;
        blocks = (int) ((lengthBytes + blockBytes - 1) / blockBytes);
        taken = 0;
        isAllTaken = false;
        return this;
    }

    @Override
    public int advance() {
        int work = 0;
        for (long moved = 0; !isAllTaken && moved < BUDGET_BYTES; moved += blockBytes) {
            int block = claim();
            if (block < 0) {
                isAllTaken = true;
            } else {
                long at = block * blockBytes;
                source.move(operation, at, Math.min(blockBytes, lengthBytes - at));
                work++;
            }
        }
        return isAllTaken && (ticket == null || ticket.channel().shut(ticket.message())) ? finish() : work;
    }

    private int claim() {
        if (ticket != null) {
            return ticket.channel().claimFromFront(blocks);
        }
        return taken < blocks ? taken++ : -1;
    }

    private int finish() {
        source.check();
        side.forgetMemory();
        if (ticket == null) {
            operation.sendDone();
        } else if (leavesChannel()) {
            pair.grantedChannels().release(ticket);
            ring();
        }
        pair.finished(ticket == null ? TransferMode.PULL : TransferMode.BOTH, side);
        pair.completeUnlessClosed(operation);
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return !isAllTaken || !ticket.channel().isEntered(ticket.message());
    }

    @Override
    void abandon() {
        side.forgetMemory();
        if (ticket != null && leavesChannel()) {
            SlotChannel channel = ticket.channel();
            if (!channel.shut(ticket.message()) && !channel.isShut(ticket.message())) {
                channel.exhaust();
                pair.keep(operation.memory()); // the sender may be in the middle of a block
            }
            pair.grantedChannels().release(ticket);
            ring();
        }
    }
}
