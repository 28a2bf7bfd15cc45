package org.sennit.internal.endpoints.device.rendezvous;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * A pool of receiving sides of large messages. Taken by the upcalls of any connection,
 * returned by the thread that ends the message.
 */
public final class ReceiveOperations {
    /** Most objects kept; 64 are some 30 KiB. */
    private static final int KEPT = 64;

    private final MpmcVarHandleArrayQueue<ReceiveOperation> idle = new MpmcVarHandleArrayQueue<>(KEPT);
    private final TransferTable transfers;

    /**
     * Makes an empty pool.
     *
     * @param transfers the transfers under way
     */
    public ReceiveOperations(TransferTable transfers) {
        this.transfers = transfers;
    }
    /** Takes an operation that is not in use, or makes one. */
    public ReceiveOperation take() {
        ReceiveOperation operation = idle.poll();
        return operation != null ? operation : new ReceiveOperation(this, transfers);
    }
    /** Returns an operation to the pool. */
    public void give(ReceiveOperation operation) {
        if (operation.isIdle()) { // else its step is still registered with the endpoint's progress
            idle.offer(operation);
        }
    }
}
