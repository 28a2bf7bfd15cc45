package org.sennit.internal.endpoints.device.rendezvous;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;

/**
 * Receiving sides of large messages that are not in use. Taken by the upcalls of any connection, given back by the thread that
 * ends one.
 */
public final class ReceiveOperations {
    /** More at a time are left to the collector; 64 are some 30 KiB. */
    private static final int KEPT = 64;

    private final MpmcVarHandleArrayQueue<ReceiveOperation> idle = new MpmcVarHandleArrayQueue<>(KEPT);
    private final TransferTable transfers;
    /**
     * Makes a receive operations.
     *
     * @param transfers the transfers under way
     */
    public ReceiveOperations(TransferTable transfers) {
        this.transfers = transfers;
    }
    /**
     * Takes an operation that is not in use, or makes one.
     *
     * @return an operation that is not in use
     */
    public ReceiveOperation take() {
        ReceiveOperation operation = idle.poll();
        return operation != null ? operation : new ReceiveOperation(this, transfers);
    }
    /** Gives an operation back. */
    public void give(ReceiveOperation operation) {
        if (operation.isIdle()) { // else its step is still known to the endpoint's progress
            idle.offer(operation);
        }
    }
}
