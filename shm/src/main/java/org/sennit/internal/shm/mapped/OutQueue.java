package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.shm.mapped.memory.LibraryCopy;
import org.sennit.internal.shm.mapped.ring.RingDescriptor;
import org.sennit.internal.shm.mapped.ring.RingWriter;
import org.sennit.spi.network.BatchCursor;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Messages that could not enter the ring at once: those that are longer than a record, and all while the ring
 * is full or not yet mapped. While anything is pending the ring is reserved for this queue, so that messages
 * keep the order of the calls.
 *
 * <p>Any thread adds; the thread with the connection's hold writes to the ring. The queue itself is guarded by this
 * object's monitor, all else by the hold.
 */
final class OutQueue {
    /** The bytes of a piece: small enough that the reader copies out while the next one is copied in. */
    private static final int PIECE_BYTES = 16 << 10;

    /** Bytes sent in one turn before arrivals are read. */
    private static final int BYTES_IN_A_ROW = 1 << 20;

    /** The binary logarithm of the pieces of arrays that are known again: those of 2 MiB. */
    private static final int SLICE_SET_BITS = 7;

    private final MappedConnection connection;
    private final SendQueue queue = new SendQueue(); // guarded by this
    private int ends; // guarded by this: ends of the stream that are in the queue
    private boolean isKept; // guarded by this: the ring is reserved for the queue; read by move without it, see there

    // Volatile store under the monitor after each change; read by polls, to skip an empty queue.
    private volatile boolean isPending;

    private final RecentSlices slices = new RecentSlices(SLICE_SET_BITS); // guarded by the hold, like what follows
    private final BatchCursor cursor = new BatchCursor(this::copy);
    private boolean mustAbort;
    private boolean awaitsRoom; // the ring had no room for the next piece; until it has

    OutQueue(MappedConnection connection) {
        this.connection = connection;
    }

    /** Adds an operation that has been staged. Any thread. */
    synchronized void add(NetworkSend operation) {
        queue.addLast(operation);
        isPending = true;
        keep(connection.pair());
    }

    /** Adds an end behind everything that is pending, unless there is one. Any thread. */
    synchronized void addEnd() {
        if (!QueuedSend.isEnd(queue.tail())) {
            ends++;
            add(QueuedSend.end());
        }
    }

    private void keep(MappedPair pair) {
        if (pair != null && !isKept) {
            pair.out.keepForQueue();
            isKept = true;
        }
    }

    /** Returns whether something is pending, or was a moment ago. Any thread; no lock. */
    boolean isPending() {
        return isPending;
    }

    synchronized boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Returns whether the first thing that is pending is an end. */
    synchronized boolean isAtEnd() {
        return QueuedSend.isEnd(queue.head());
    }

    synchronized NetworkSend removeFirst() {
        NetworkSend first = removeHead();
        isPending = !queue.isEmpty();
        return first;
    }

    private NetworkSend removeHead() {
        NetworkSend first = queue.removeFirst();
        ends -= QueuedSend.isEnd(first) ? 1 : 0;
        return first;
    }

    /** Returns whether something is pending that goes before an end, or an end. */
    synchronized boolean hasEnd() {
        return ends > 0;
    }

    private synchronized NetworkSend head() {
        return queue.head();
    }

    /**
     * Called when there is a ring, which belongs to this queue until the queue is empty. With the hold, before others
     * see the ring.
     */
    synchronized void begin(MappedPair pair) {
        cursor.clear();
        mustAbort = false;
        isKept = false;
        awaitsRoom = false;
        if (!queue.isEmpty()) {
            keep(pair);
        }
    }

    /** Called when there is no ring any more. With the hold. */
    synchronized void end() {
        cursor.clear();
        mustAbort = false;
        isKept = false;
        awaitsRoom = false;
    }

    /** Takes everything out. With the hold. */
    synchronized SendQueue takeAll() {
        SendQueue all = new SendQueue();
        while (!queue.isEmpty()) {
            all.addLast(removeHead());
        }
        isPending = false;
        return all;
    }

    /**
     * Passes all operations on under the monitor, so that no sender that finds the queue empty
     * overtakes them. Caller has the hold.
     */
    synchronized int passAll(Consumer<NetworkSend> to) {
        int passed = 0;
        while (!queue.isEmpty()) {
            NetworkSend operation = removeHead();
            try {
                to.accept(operation); // it may add another
            } catch (RuntimeException e) { // the underlying connection has been closed
                operation.fail(connection, e);
            }
            passed++;
        }
        isPending = false; // last: until here a sender that reads it enters the monitor
        return passed;
    }

    /** Opens the ring to all when nothing is pending. */
    private synchronized boolean openIfEmpty(MappedPair pair) {
        if (!queue.isEmpty() || mustAbort) {
            return false;
        }
        if (isKept) {
            isKept = false;
            pair.out.openToAll();
        }
        return true;
    }

    /**
     * Moves what the ring takes. With the hold.
     *
     * @return the number of records that were written
     */
    int move(MappedPair pair) {
        // Racy: a thread that adds says that something is pending, then wants the hold, whose holder looks once more.
        if (!isPending && !isKept && !mustAbort) {
            return 0;
        }
        int records = 0;
        long budget = BYTES_IN_A_ROW;
        while (!openIfEmpty(pair)) {
            if (budget <= 0) {
                connection.service().want(); // another turn
                break;
            }
            NetworkSend operation = head();
            if (mustAbort) {
                if (!writeMark(pair, RingDescriptor.ABORT)) {
                    break;
                }
                mustAbort = false;
            } else if (QueuedSend.isEnd(operation)) {
                if (!writeMark(pair, RingDescriptor.CLOSE)) {
                    break;
                }
                removeFirst(); // the ring stays kept: what is sent from now on belongs to the next one
                connection.states().closeSent();
                return records + 1;
            } else {
                long moved = movePiece(pair, operation);
                if (moved < 0) {
                    break;
                }
                budget -= moved;
            }
            records++;
        }
        return records;
    }

    private boolean writeMark(MappedPair pair, int kind) {
        long position = claim(pair, 0);
        if (position < 0) {
            return false;
        }
        pair.out.publish(position, kind, 0);
        connection.ringIfAsleep(pair, PacketDescriptor.NO_ENDPOINT);
        return true;
    }

    /** Claims room for a record; a full ring asks the peer for a bell, and rings one if no thread polls there. */
    private long claim(MappedPair pair, int length) {
        long position = pair.out.claimForQueue(length);
        if (position == RingWriter.FULL) {
            pair.out.wantSpace();
            VarHandle.fullFence(); // the wish, before the head is read once more; pairs with RingReader.tellHead
            position = pair.out.claimForQueue(length); // the head may have moved before the wish was seen
            if (position == RingWriter.FULL) {
                awaitsRoom = true;
                connection.ringIfAsleep(pair, PacketDescriptor.NO_ENDPOINT);
                return position;
            }
        }
        if (awaitsRoom) {
            awaitsRoom = false;
            connection.module().sleepers().roomFound();
        }
        return position;
    }

    /** Moves one piece of an operation; −1 when there is no room. */
    private long movePiece(MappedPair pair, NetworkSend operation) {
        if (!cursor.isAt(operation)) {
            cursor.start(operation);
        }
        long left;
        try {
            left = cursor.remainingBytes();
        } catch (RuntimeException | Error e) {
            lost(operation, e);
            return 0;
        }
        int length = (int) Math.min(left, Math.min(PIECE_BYTES, pair.maxRecordBytes));
        long position = claim(pair, length);
        if (position < 0) {
            return -1;
        }
        int kind = RingDescriptor.SKIP;
        try {
            MemorySegment memory = pair.out.memory();
            long offset = pair.out.offset(position);
            cursor.copyTo(memory, offset, offset + length);
            kind = RingDescriptor.PIECE;
        } catch (RuntimeException | Error e) {
            lost(operation, e);
            return 0;
        } finally {
            pair.out.publish(position, kind, length); // whatever happens: the reader waits for what was claimed
        }
        connection.ringIfAsleep(pair, endpointOf(operation));
        if (length == left) {
            cursor.clear();
            removeFirst(); // before the callback, which may use the operation again
            if (!operation.batchSent(connection)) {
                addFirst(operation);
            }
        } else {
            cursor.markStarted();
        }
        return length;
    }

    private void copy(MemorySegment payload, long from, MemorySegment ring, long at, long bytes) {
        if (LibraryCopy.suits(payload)) {
            LibraryCopy.toShared(payload, from, ring, at, bytes, slices);
        } else {
            MemorySegment.copy(payload, from, ring, at, bytes);
        }
    }

    private synchronized void addFirst(NetworkSend operation) {
        queue.addFirst(operation);
        isPending = true;
    }

    private static int endpointOf(NetworkSend operation) {
        return operation.headerLength() >= PacketDescriptor.HEADER_LENGTH
                ? PacketDescriptor.destinationEndpoint(operation.header())
                : PacketDescriptor.NO_ENDPOINT;
    }

    private void lost(NetworkSend operation, Throwable thrown) {
        Throwable cause =
                thrown instanceof InternalError ? MemoryLoss.reported(thrown) : thrown; // a file was cut short
        mustAbort = cursor.isStarted();
        cursor.clear();
        removeFirst();
        if (mustAbort) {
            operation.fail(connection, cause);
        } else {
            operation.failUnsent(connection, cause);
        }
    }
}
