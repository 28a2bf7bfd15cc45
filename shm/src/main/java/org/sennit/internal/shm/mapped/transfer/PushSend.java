package org.sennit.internal.shm.mapped.transfer;

/** The sender's part of a message that it copies into the receiver's memory alone. */
final class PushSend extends TransferStep {
    private RemoteMemory target;
    private long sentBytes; // owned by the thread that runs the step

    PushSend(TransferSide side) {
        super(side);
    }

    PushSend begin(TransferPair by, RemoteMemory to) {
        about(by);
        target = to;
        sentBytes = 0;
        return this;
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
        side.forgetMemory();
        operation.sendDone();
        operation.complete();
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return true;
    }

    @Override
    void abandon() {
        side.forgetMemory();
    }
}
