package org.sennit.internal.shm.match;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.Status;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.packet.Envelope;

/**
 * Short messages that a poll of the network by the endpoint's own thread has brought before they were asked for, in
 * order of arrival. They come before what is in the inbox: those of one source are older. They need no claim among
 * producers, and few instructions each. (8 bytes between two JVMs of a host, windows of 64, near cores: 45 ns a message
 * instead of 49 by the inbox.)
 *
 * <p>Belongs to the thread that drives the endpoint. Allocates 4 KiB once, with the first message, besides the budget
 * for floods.
 */
final class PolledMessages implements ShortMessageSink {
    /** Room for a short poll of one connection, a power of two; what finds none goes to the inbox. */
    private static final int CELLS = 32;

    private MemorySegment cells; // as in the inbox, without sequences; null before the first message
    private long base; // as InboxCell counts
    private long first; // position of the oldest
    private long end; // position behind the newest
    private int place = InboxCell.placeFrom(InboxCell.IN_CELL, InboxCell.FROM_HERE); // of messages that are added

    /** Returns how many there are. */
    int size() {
        return (int) (end - first);
    }

    /** Returns this as the sink of a process: what is added from now on counts as that one's, until the next call. */
    PolledMessages from(int process) {
        place = InboxCell.placeFrom(InboxCell.IN_CELL, process);
        return this;
    }

    @Override
    public boolean add(
            int contextId, long sourceAndTag, int signature, MemorySegment memory, long offset, int lengthBytes) {
        if (lengthBytes > InboxCell.PAYLOAD_BYTES || size() == CELLS) {
            return false;
        }
        if (cells == null) {
            MemorySegment fresh = Arena.ofAuto().allocate((long) CELLS * InboxCell.BYTES, InboxCell.BYTES);
            base = OwnMemory.base(fresh);
            cells = fresh;
        }
        MemorySegment own = OwnMemory.of(cells);
        long cell = cell(end);
        MemoryCopy.copy(memory, offset, own, cell + InboxCell.PAYLOAD, lengthBytes);
        InboxCell.write(
                own,
                cell,
                InboxCell.pair(Envelope.SEND, contextId),
                InboxCell.pair((int) sourceAndTag, (int) (sourceAndTag >>> Integer.SIZE)),
                InboxCell.pair(signature, place),
                lengthBytes);
        Reference.reachabilityFence(cells);
        end++;
        return true;
    }

    private long cell(long position) {
        return base + (position & CELLS - 1) * InboxCell.BYTES;
    }

    /**
     * Takes the oldest message, if it is wanted. Only when there is one, and no older one elsewhere.
     *
     * @param wanted which message
     * @param memory as for {@link ManyToOneInbox#take}
     * @param offset where in it, in bytes
     * @param status receives the outcome; may be null
     * @param inbox returns the credit
     * @return false when it is another: nothing has happened
     */
    boolean take(WantedMessage wanted, Object memory, int offset, Status status, ManyToOneInbox inbox) {
        MemorySegment own = OwnMemory.of(cells);
        long cell = cell(first);
        long length = InboxCell.lengthBytes(own, cell);
        long found = InboxCell.sourceAndTag(own, cell);
        long signatureAndPlace = InboxCell.signatureAndPlace(own, cell);
        if (!wanted.fits(InboxCell.kindAndContext(own, cell), found, length)
                || !wanted.hasSignature(InboxCell.first(signatureAndPlace))) {
            return false;
        }
        ManyToOneInbox.copyTo(memory, offset, own, cell + InboxCell.PAYLOAD, (int) length);
        Reference.reachabilityFence(cells);
        first++;
        if (status != null) {
            status.set(InboxCell.first(found), InboxCell.second(found), length, false);
        }
        inbox.returnCredit(InboxCell.processOf(InboxCell.second(signatureAndPlace)), length);
        return true;
    }

    /**
     * Looks at the oldest message. Only when there is one; to be followed by {@link #advance}.
     *
     * @param envelope receives its envelope
     * @return the process from which it came
     */
    int peek(Envelope envelope) {
        return InboxCell.processOf(InboxCell.read(cells, cell(first), envelope));
    }

    /** Returns the memory in which the payload of the oldest message lies. */
    MemorySegment payload() {
        return cells;
    }

    /** Returns where in {@link #payload} it begins, in bytes. */
    long payloadOffset() {
        return (first & CELLS - 1) * InboxCell.BYTES + InboxCell.PAYLOAD;
    }

    /** Removes the oldest message. */
    void advance() {
        first++;
    }
}
