package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.memory.ArrayRead;
import org.sennit.internal.shm.mapped.memory.CollectionCount;

/**
 * The receiver's part of a message that it reads out of an array of the sender's process by the kernel. The array lies
 * where the sender has said until the collector of that process moves objects. Each piece is followed by a look at the
 * count of its collections: when that has grown, what was read may be anything, and the message goes the way it
 * would otherwise have gone.
 */
final class ArrayReceive extends TransferStep {
    /** As long as some eager messages that are copied during their match, 4 to 8 us. */
    private static final long MOST_AT_ONCE_BYTES = 64 << 10;

    private final TransferSteps steps;
    private final ArrayRead reader = new ArrayRead();

    // Written before start, which publishes them.
    private PairTransfer transfer;
    private CollectionCount collections;
    private long count;
    private long pid;
    private long address;

    private long takenBytes; // owned by the thread that runs the step

    ArrayReceive(TransferSteps steps) {
        super(steps);
        this.steps = steps;
    }

    /** Reads the array that the sender offers. */
    ArrayReceive begin(TransferPair by, PairTransfer starting, CollectionCount ofSender) {
        about(by);
        transfer = starting;
        collections = ofSender;
        count = side.theirs.collections();
        pid = side.theirs.owner();
        address = side.theirs.place();
        takenBytes = 0;
        return this;
    }

    /** Reads a short message during the match, a longer one in steps. */
    void readAtOnce() {
        if (lengthBytes > MOST_AT_ONCE_BYTES) {
            start();
        } else {
            advance(); // ends it, one way or another
        }
    }

    @Override
    public int advance() {
        long bytes = Math.min(BUDGET_BYTES, lengthBytes - takenBytes);
        MemorySegment memory = operation.memory();
        boolean isRead = collections.value() == count
                && reader.read(pid, address + takenBytes, memory, takenBytes, bytes)
                && collections.value() == count;
        if (!isRead) {
            transfer.receiveMoved(steps); // another step takes this one's place
            return OVER;
        }
        takenBytes += bytes;
        if (takenBytes < lengthBytes) {
            return 1;
        }
        operation.sendDone();
        pair.finished(TransferMode.PULL, side);
        pair.completeUnlessClosed(operation);
        return OVER;
    }

    @Override
    public boolean hasWork() {
        return true;
    }
}
