package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.memory.ArrayRead;
import org.sennit.internal.shm.mapped.memory.CollectionCount;

/**
 * The receiver's part of a message that it reads by the kernel out of the sender's process, into memory of any kind.
 * What lies at the address that the sender has said may change, and each kind of memory has its own proof that it has
 * not:
 *
 * <ul>
 *   <li>Off-heap memory that cannot be closed stays.
 *   <li>An array stays until the collector of its process moves objects. Each piece is followed by a look at the count
 *       of its collections: when that has grown, what was read may be anything, and the message goes the way it would
 *       otherwise have gone.
 *   <li>Off-heap memory that can be closed: when all has been read, the sender is asked whether it is still open, and
 *       answers by DONE or fails.
 * </ul>
 */
final class ReadReceive extends TransferStep {
    /** As long as some eager messages that are copied during their match, 4 to 8 us. */
    private static final long MOST_AT_ONCE_BYTES = 64 << 10;

    private static final MemorySegment HAS_READ = MemorySegment.ofArray(new byte[1]);

    private final TransferSteps steps;
    private final ArrayRead reader = new ArrayRead();

    // Written before start, which publishes them.
    private PairTransfer transfer;
    private CollectionCount collections; // null unless it is an array
    private long count;
    private boolean isAsking;
    private long pid;
    private long address;

    private long takenBytes; // owned by the thread that runs the step

    ReadReceive(TransferSteps steps) {
        super(steps);
        this.steps = steps;
    }

    /**
     * Reads what the sender offers.
     *
     * @param ofSender the collections of its process; null where the memory is no array
     */
    ReadReceive begin(TransferPair by, PairTransfer starting, CollectionCount ofSender) {
        about(by);
        transfer = starting;
        collections = ofSender;
        count = side.theirs.collections();
        isAsking = side.theirs.kind() == MemoryOffer.Kind.CLOSEABLE;
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
        boolean isRead = isThere() && reader.read(pid, address + takenBytes, memory, takenBytes, bytes) && isThere();
        if (!isRead) {
            transfer.receiveMoved(steps); // another step takes this one's place
            return OVER;
        }
        takenBytes += bytes;
        if (takenBytes < lengthBytes) {
            return 1;
        }
        if (isAsking) {
            operation.attach(this); // for the answer
            operation.sendCookie(HAS_READ);
        } else {
            operation.sendDone();
            confirmed();
        }
        return OVER;
    }

    private boolean isThere() {
        return collections == null || collections.value() == count;
    }

    /** Called when what has been read was the message. */
    void confirmed() {
        pair.finished(TransferMode.PULL, side);
        pair.completeUnlessClosed(operation);
    }

    @Override
    public boolean hasWork() {
        return takenBytes < lengthBytes;
    }
}
