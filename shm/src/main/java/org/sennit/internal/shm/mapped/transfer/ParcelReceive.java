package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The receiver's part of a message in COOKIE packets: keeps what comes, puts it into place in its step, and answers.
 */
final class ParcelReceive extends TransferStep {
    private static final MemorySegment ANSWER = MemorySegment.ofArray(new byte[1]);

    private final Queue<byte[]> parcels = new ConcurrentLinkedQueue<>(); // from the upcalls to the step
    private long arrivedBytes; // by the upcalls
    private long takenBytes; // owned by the thread that runs the step
    private boolean isPushed; // the sender may write to the memory itself; set before attach, which publishes it

    ParcelReceive(TransferSide side) {
        super(side);
    }

    /** Waits for DONE, and for parcels where the sender cannot reach the memory after all. */
    void awaitPushed() {
        isPushed = true;
        operation.attach(this);
    }

    ParcelReceive begin(TransferPair by) {
        about(by);
        parcels.clear();
        arrivedBytes = 0;
        takenBytes = 0;
        isPushed = false;
        return this;
    }

    @Override
    void cookie(MemorySegment cookie) {
        boolean isFirst = arrivedBytes == 0;
        arrivedBytes += cookie.byteSize();
        if (cookie.byteSize() > ParcelSend.PARCEL_BYTES || arrivedBytes > lengthBytes) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "more data than announced: length=" + lengthBytes + " arrived=" + arrivedBytes + " parcel="
                            + cookie.byteSize());
        }
        parcels.add(cookie.toArray(ValueLayout.JAVA_BYTE));
        if (isFirst) {
            operation.drive(this); // which it is already unless it was to be pushed
        }
        operation.signal();
    }

    @Override
    public int advance() {
        byte[] parcel = parcels.poll();
        if (parcel == null) {
            return 0;
        }
        operation.write(takenBytes, MemorySegment.ofArray(parcel), 0, parcel.length);
        takenBytes += parcel.length;
        if (takenBytes == lengthBytes) {
            operation.complete();
            return OVER;
        }
        operation.sendCookie(ANSWER);
        return 1;
    }

    @Override
    public boolean hasWork() {
        return !parcels.isEmpty();
    }

    @Override
    void abandon() {
        if (isPushed) {
            pair.keep(operation.memory()); // the sender may be in the middle of it
        }
    }
}
