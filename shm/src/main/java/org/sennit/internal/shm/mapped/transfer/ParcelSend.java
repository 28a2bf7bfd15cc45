package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;

/** The sender's part of a message in COOKIE packets; each answer of the receiver lets another one go. */
final class ParcelSend extends TransferStep {
    /** The bytes of a parcel: what the receiver keeps for a message are a few of them. */
    static final int PARCEL_BYTES = 32 << 10;

    /** Parcels under way. Rule of thumb, not measured. */
    private static final int WINDOW = 4;

    private final MemorySegment parcel = MemorySegment.ofArray(new byte[PARCEL_BYTES]);

    // Owned by the thread that runs the step.
    private long sentBytes;
    private int sent;

    private volatile int answered; // parcels; stored in the connection's upcalls, read by the thread that runs the step

    ParcelSend(TransferSide side, TransferPair by) {
        super(side);
        about(by);
    }

    @Override
    public int advance() {
        int work = 0;
        while (sentBytes < lengthBytes && sent - answered < WINDOW) {
            long bytes = Math.min(PARCEL_BYTES, lengthBytes - sentBytes);
            operation.read(sentBytes, parcel, 0, bytes);
            operation.sendCookie(parcel.asSlice(0, bytes));
            sentBytes += bytes;
            sent++;
            work++;
        }
        if (sentBytes == lengthBytes) {
            operation.complete();
            return OVER;
        }
        return work;
    }

    @Override
    void cookie(MemorySegment cookie) {
        answered++; // one writer: upcalls of a connection are serialised
        operation.signal();
    }

    @Override
    public boolean hasWork() {
        return sent - answered < WINDOW;
    }
}
