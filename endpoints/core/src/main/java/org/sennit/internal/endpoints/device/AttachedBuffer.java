package org.sennit.internal.endpoints.device;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The memory that a user has attached for buffered sends. Each message is copied to the first gap that is large enough
 * and sent from there; its place is freed when the send is complete. Places are multiples of 8 bytes, so a message
 * takes up to {@link #OVERHEAD_BYTES} more than its length. (MPI 4.1, section 3.6)
 *
 * <p>Any thread of the endpoint may call.
 */
public final class AttachedBuffer {
    /** Bytes that a message may take in the buffer beyond its own length. (MPI_BSEND_OVERHEAD) */
    public static final int OVERHEAD_BYTES = 8;

    /** A message in the buffer; its request is reused. */
    private static final class Place {
        private final SingleCopySend ownRequest;
        private long offset;
        private long lengthBytes;
        private Request pending;
        private Place next; // by offset, or in the free list

        Place(SingleCopySend ownRequest) {
            this.ownRequest = ownRequest;
        }

        long end() {
            return offset + lengthBytes;
        }
    }

    private final Device device;
    private final Object given;
    private final MemorySegment memory;
    private final Flushed flushed = new Flushed();

    // Guarded by this.
    private Place first;
    private Place unused;
    private long usedBytes;
    private SennitException failure; // of a buffered message; thrown by the next flush

    /**
     * Attaches a memory.
     *
     * @param device the endpoint's device
     * @param given the object that the user gave, for detach
     */
    public AttachedBuffer(Device device, Object given, MemorySegment memory) {
        this.device = device;
        this.given = given;
        this.memory = memory;
    }

    /**
     * Sends a message through the buffer; its memory may be reused on return. Does not block.
     *
     * @throws SennitException BUFFER when there is no room; final until other messages have gone
     */
    public synchronized void send(OutgoingMessage message) {
        sweep();
        Place place = reserve(message.lengthBytes);
        if (place == null) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "message does not fit the attached buffer: operation=" + SendMode.BUFFERED.blocking() + " rank="
                            + message.sourceRank + " peer=" + message.destination + " tag=" + message.tag
                            + " communicator="
                            + message.communicator
                            + " length=" + message.lengthBytes + " buffer=" + memory.byteSize() + " used=" + usedBytes
                            + " largest free=" + largestFree());
        }
        try {
            long lengthBytes = message.lengthBytes;
            LayoutCopy.copy(message.memory, message.offset, message.layout, memory, place.offset, null, 0, lengthBytes);
            place.pending = device.startSend(place.ownRequest, false, message.from(memory, place.offset, null));
        } finally {
            if (place.pending == null) { // complete already, or could not be sent
                free(place);
            }
        }
    }

    /** Returns the first gap that is large enough. */
    private Place reserve(long lengthBytes) {
        long needs = lengthBytes + 7 & -8L;
        long gap = 0;
        Place before = null;
        for (Place after = first; after != null && after.offset - gap < needs; after = after.next) {
            gap = after.end();
            before = after;
        }
        Place next = before == null ? first : before.next;
        long room = Math.max(0, (next == null ? memory.byteSize() : next.offset) - gap);
        if (room < (next == null ? lengthBytes : needs)) {
            return null;
        }
        Place place = unused == null ? new Place(device.newSend()) : unused;
        unused = unused == null ? null : unused.next;
        place.offset = gap;
        place.lengthBytes = needs;
        place.next = next;
        if (before == null) {
            first = place;
        } else {
            before.next = place;
        }
        usedBytes += needs;
        return place;
    }

    private long largestFree() {
        long largest = 0;
        long gap = 0;
        for (Place place = first; place != null; place = place.next) {
            largest = Math.max(largest, place.offset - gap);
            gap = place.end();
        }
        return Math.max(largest, memory.byteSize() - gap);
    }

    private void free(Place gone) {
        if (first == gone) {
            first = gone.next;
        } else {
            Place before = first;
            while (before.next != gone) {
                before = before.next;
            }
            before.next = gone.next;
        }
        usedBytes -= gone.lengthBytes;
        gone.pending = null;
        gone.next = unused;
        unused = gone;
    }

    /** Frees the places of completed sends. */
    private void sweep() {
        for (Place place = first; place != null; ) {
            Place next = place.next;
            if (place.pending != null && place.pending.isComplete()) {
                take(place.pending);
                free(place);
            }
            place = next;
        }
    }

    private void take(Request pending) {
        try {
            pending.await(null);
        } catch (SennitException e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        }
    }

    /**
     * Blocks until all buffered sends are complete.
     *
     * @throws SennitException the error of a message that has failed since the last flush; all have ended then
     */
    public void flush() {
        device.self().progress().await(flushed, Long.MAX_VALUE);
        SennitException error = takeFailure();
        if (error != null) {
            throw error;
        }
    }

    /** The end of all buffered sends. Those that can end it are those that can end the first one. */
    private final class Flushed implements Condition {
        @Override
        public boolean isMet() {
            return isEmpty();
        }

        @Override
        public Awaited awaited() {
            return firstAwaited();
        }

        @Override
        public void giveUp(SennitException error) {} // the receiver's end refuses the message

        @Override
        public String toString() {
            return "flush of the attached buffer: " + firstPending();
        }
    }

    private synchronized Awaited firstAwaited() {
        return first == null || first.pending == null ? null : first.pending.awaited();
    }

    private synchronized String firstPending() {
        return first == null ? "nothing pending" : String.valueOf(first.pending);
    }

    private synchronized boolean isEmpty() {
        sweep();
        return first == null;
    }

    private synchronized SennitException takeFailure() {
        SennitException error = failure;
        failure = null;
        return error;
    }

    /** Returns the memory, as the user gave it. */
    public Object given() {
        return given;
    }
}
