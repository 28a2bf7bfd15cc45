package org.sennit.internal.endpoints.device.rendezvous;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * A pool of receiving sides of large messages in null mode. Taken by the upcalls of any connection, returned by the
 * thread that ends the message.
 */
public final class IncomingTransfers {
    /** Most objects kept; 64 are some 15 KiB. */
    private static final int KEPT = 64;

    private final MpmcVarHandleArrayQueue<IncomingTransfer> idle = new MpmcVarHandleArrayQueue<>(KEPT);
    private final TransferTable transfers;

    /**
     * Makes an empty pool.
     *
     * @param transfers the transfers under way
     */
    public IncomingTransfers(TransferTable transfers) {
        this.transfers = transfers;
    }

    /**
     * Takes a transfer that is not in use, or makes one.
     *
     * @return a transfer that is not in use
     */
    public IncomingTransfer take() {
        IncomingTransfer transfer = idle.poll();
        return transfer != null ? transfer : new IncomingTransfer(this, transfers);
    }

    /** Gives a transfer back that no connection holds. */
    void give(IncomingTransfer transfer) {
        idle.offer(transfer);
    }
}
