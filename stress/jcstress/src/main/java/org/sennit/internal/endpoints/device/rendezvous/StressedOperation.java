package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.failure.FailedPeers;

/** A large message with no bytes and no network, which counts how often its request was completed. */
final class StressedOperation extends LargeOperation {
    volatile int finished; // by the thread that settles
    int message; // written before begin

    private final DrivenProgress progress;

    StressedOperation() {
        this(new DrivenProgress());
    }

    StressedOperation(DrivenProgress progress) {
        super(new TransferTable(new FailedPeers(false)));
        this.progress = progress;
    }

    /** Begins with a message; entered. */
    void begin(int number) {
        message = number;
        begin(null, null, progress);
    }

    @Override
    public int process() {
        return -1;
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // once, or the test fails
    void finish(Throwable why) {
        finished++;
    }

    @Override
    void tellFailure(Throwable why) {}

    @Override
    public boolean isSend() {
        return true;
    }

    @Override
    public long lengthBytes() {
        return 0;
    }

    @Override
    public MemorySegment memory() {
        return MemorySegment.NULL;
    }

    @Override
    public void read(long from, MemorySegment target, long targetOffset, long bytes) {}

    @Override
    public void write(long to, MemorySegment source, long sourceOffset, long bytes) {}

    @Override
    public int endpoint() {
        return 0;
    }

    @Override
    public int peerEndpoint() {
        return 0;
    }

    @Override
    public void sendRequestToSend(MemorySegment cookie) {}

    @Override
    public void sendClearToSend(MemorySegment cookie) {}

    @Override
    public void sendCookie(MemorySegment cookie) {}

    @Override
    public void sendDone() {}
}
