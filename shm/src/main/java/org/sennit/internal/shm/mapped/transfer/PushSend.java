package org.sennit.internal.shm.mapped.transfer;

import org.sennit.spi.network.LargeMessageOperation;

/** The sender's part of a message that it copies into the receiver's memory alone. */
final class PushSend extends TransferStep {
    private final RemoteMemory target;
    private long sentBytes; // owned by the thread that runs the step

    PushSend(PairTransfer pair, LargeMessageOperation operation, RemoteMemory target) {
        super(pair, operation);
        this.target = target;
    }

    @Override
    public int advance() {
        long bytes = Math.min(BUDGET_BYTES, lengthBytes - sentBytes);
        target.move(operation, sentBytes, bytes);
        sentBytes += bytes;
        if (sentBytes < lengthBytes) {
            return 1;
        }
        target.check();
        operation.sendDone();
        operation.complete();
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return true;
    }
}
