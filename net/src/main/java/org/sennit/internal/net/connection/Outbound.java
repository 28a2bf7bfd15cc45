package org.sennit.internal.net.connection;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.net.flow.ResendBuffer;
import org.sennit.internal.net.loop.MemoryGoneException;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BatchCursor;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;

/**
 * The sending half of a connection: pending operations, their copy to frames, and the frames' way to the
 * socket. Used with the loop held.
 *
 * <p>An operation whose last byte is in a frame has gone: the frame is kept until the peer has acknowledged it,
 * whatever happens to the socket. A small message with nothing before it is copied and written by its own thread. Order
 * is the order of calls, because whatever cannot go at once waits in one queue.
 */
final class Outbound {
    /** Bytes that one connection may send before others get their turn. */
    private static final int BYTES_IN_A_ROW = 1 << 20;

    /** Least rest of a buffer that gets a frame of its own, in bytes. */
    private static final int LEAST_FRAME_BYTES = 16 * 1024;

    /**
     * Longer messages gain nothing by waiting for others: a segment of loopback has 64 KiB, a call of the system costs
     * 3 µs.
     */
    private static final int LONGEST_BATCHED_BYTES = 4096;

    /** Bytes from which on a segment of its own pays. */
    private static final int BATCH_BYTES = 16 * 1024;

    private final Connection connection;
    private final int pieceBytes;
    private final int gatherBytes;
    private final SendQueue queue = new SendQueue();
    private final BatchCursor cursor = new BatchCursor();
    private final GatheredSends gathered;
    private int marks;
    private long askedSequence;
    private int roundOfBatch = -1;
    private boolean isPumping;
    private boolean mustAbort; // a message whose rest cannot be sent: the peer drops its beginning
    private boolean hasSent; // since the last tick of the liveness thread

    Outbound(Connection connection, ConnectionSettings settings) {
        this.connection = connection;
        this.pieceBytes = settings.pieceBytes();
        this.gatherBytes = settings.gatherBytes();
        this.gathered = new GatheredSends(connection, connection.loop(), queue, gatherBytes);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    boolean startsWithMark() {
        return queue.head() instanceof TerminateMark;
    }

    void removeMark() {
        marks--;
        queue.removeFirst();
    }

    /** Returns whether some of what is pending is behind a CLOSE that is pending itself. */
    boolean hasMark() {
        return marks > 0;
    }

    void add(NetworkSend operation) {
        queue.addLast(operation);
    }

    /** Ends what has been queued so far by a CLOSE, once. */
    void addMark() {
        if (!(queue.tail() instanceof TerminateMark)) {
            marks++;
            queue.addLast(new TerminateMark());
        }
    }

    /** Takes everything that is pending out, behind what is in a queue already. */
    void takeAll(SendQueue all) {
        while (!queue.isEmpty()) {
            all.addLast(queue.removeFirst());
        }
        marks = 0;
    }

    /** Called when a socket has been given up because the system could not read a sender's memory. */
    void unreadable(MemoryGoneException cause) {
        gathered.unreadable(cause);
    }

    /** Ends operations whose bytes the peer has. */
    void complete(SendQueue acknowledged) {
        gathered.complete(acknowledged);
    }

    /**
     * Called when the session is over: a message that was sent in part is sent again from its beginning in the next
     * one.
     */
    void endSession() {
        cursor.clear();
        gathered.endSession();
        askedSequence = 0;
        mustAbort = false;
    }

    // ---- a small message ----

    /**
     * Copies a message that may go before anything else, and writes it if the socket takes bytes.
     *
     * @param mayWait whether it may also stay until the next flush of {@link Batches}
     * @return false when it has to be queued
     */
    boolean sendNow(MemorySegment header, MemorySegment payload, boolean mayWait) {
        Session session = connection.session();
        if (!connection.isOpen() || !queue.isEmpty() || isPumping) {
            return false;
        }
        long headerLength = header.byteSize();
        long length = headerLength + payload.byteSize();
        ResendBuffer sent = session.sent;
        if (length == 0
                || length > pieceBytes - FrameDescriptor.HEADER_LENGTH
                || (payload.byteSize() >= gatherBytes && connection.link().moves(payload))) {
            return false;
        }
        boolean isJoining = sent.canExtend((int) length);
        if (!isJoining && !sent.hasRoom(FrameDescriptor.HEADER_LENGTH + (int) length)) {
            return false;
        }
        MemorySegment memory = sent.memory();
        long at = sent.offset() + (isJoining ? 0 : FrameDescriptor.HEADER_LENGTH);
        // memory that has gone throws here, before anything is appended
        MemorySegment.copy(header, 0, memory, at, headerLength);
        try {
            MemorySegment.copy(payload, 0, memory, at + headerLength, length - headerLength);
            MappedFaults.throwPending(payload);
        } catch (InternalError e) { // how the JVM says that a page of a mapped file is not there
            throw new MemoryGoneException();
        }
        if (isJoining) {
            sent.extend((int) length, session.received.announce());
        } else {
            sent.append(FrameDescriptor.DATA, 0, (int) length, session.received.announce());
        }
        if (!mayWait || !isBatched((int) length, sent)) {
            writeAll(sent);
        }
        return true;
    }

    /**
     * Returns whether a message that may wait does. The first one after a poll of its thread does not: it may be the
     * only one. So a lone message is as fast as a blocking one, and a window of messages goes in two segments.
     */
    private boolean isBatched(int length, ResendBuffer sent) {
        if (length > LONGEST_BATCHED_BYTES || sent.isUnwritten(BATCH_BYTES)) {
            return false;
        }
        MigratingEventLoop loop = connection.loop();
        int round = loop.rounds();
        boolean isFirst = round != roundOfBatch && loop.isDrivenBy(Thread.currentThread());
        roundOfBatch = round;
        return !isFirst && connection.waitForBatch();
    }

    private void writeAll(ResendBuffer sent) {
        Link link = connection.link();
        Throwable cause = write(link, sent);
        if (cause != null) {
            link.fail(cause);
        }
    }

    /** Gives the link what it takes; null, or why the socket is broken. */
    private Throwable write(Link link, ResendBuffer sent) {
        while (link.isWritable() && !sent.isWritten()) {
            hasSent = true;
            if (sent.writeBody() != null) {
                gathered.prepare(link, sent);
            }
            int from = sent.writeFrom();
            Throwable cause = link.write(
                    sent.writeBuffer(),
                    from,
                    sent.writeTo(),
                    sent.writeBody(),
                    sent.writeBodyFrom(),
                    sent.writeBodyTo());
            sent.markWritten();
            if (cause != null) {
                return cause;
            }
        }
        return null;
    }

    /** Returns whether anything has been written since the last call. */
    boolean hasSentSinceLastAsked() {
        boolean had = hasSent;
        hasSent = false;
        return had;
    }

    /** Sends the peer the count of what has been received; only when everything else is written. */
    void sendAcknowledgement() {
        Link link = connection.link();
        Session session = connection.session();
        if (link.isWritable() && session.sent.isWritten()) {
            hasSent = true;
            link.writeAcknowledgement(0, session.sent.lastSequence(), session.received.announce());
        }
    }

    // ---- the queue ----

    /** As {@link #pump}; what cannot be sent, such as without memory, stays queued, and the next round reports it. */
    void pumpOrAskForAnotherRound() {
        try {
            pump();
        } catch (RuntimeException | Error e) {
            connection.askForAnotherRound();
        }
    }

    /** Sends what the socket takes; the rest follows when it is writable, acknowledged or in the next round. */
    void pump() {
        if (isPumping || connection.link() == null) {
            return;
        }
        isPumping = true;
        Link link = connection.link(); // a callback may end it
        Session session = connection.session();
        Throwable cause = null;
        try {
            long budget = BYTES_IN_A_ROW;
            while (cause == null && connection.link() == link && link.isWritable()) {
                if (!session.sent.isWritten()) {
                    cause = write(link, session.sent);
                } else if (session.isCloseSent || (queue.isEmpty() && !mustAbort)) {
                    break;
                } else if (budget <= 0) {
                    connection.askForAnotherRound();
                    break;
                } else {
                    int length = appendNext(session);
                    if (length < 0) {
                        askForAcknowledgement(link, session);
                        break; // full: an acknowledgement goes on
                    }
                    budget -= length;
                }
            }
        } finally {
            isPumping = false;
        }
        if (cause != null) {
            link.fail(cause);
        } else if (connection.link() != link) {
            connection.beginSessionIfQueued(); // what callbacks have queued since
        }
    }

    /**
     * Asks for an acknowledgement, once for each frame: the buffer is full, and the peer may not know that this side
     * waits.
     */
    private void askForAcknowledgement(Link link, Session session) {
        long last = session.sent.lastSequence();
        if (askedSequence != last) {
            askedSequence = last;
            link.writeAcknowledgement(FrameDescriptor.ACK_WANTED, last, session.received.announce());
        }
    }

    /** Makes the next frame. Returns its length, or -1 when there is no room for it. */
    private int appendNext(Session session) {
        ResendBuffer sent = session.sent;
        if (mustAbort || startsWithMark()) {
            if (!sent.hasRoom(FrameDescriptor.HEADER_LENGTH)) {
                return -1;
            }
            if (mustAbort) {
                mustAbort = false;
                sent.append(FrameDescriptor.ABORT, 0, 0, session.received.announce());
            } else {
                removeMark();
                session.isCloseSent = true;
                int flags = connection.closeFlags() | FrameDescriptor.ACK_WANTED;
                sent.append(FrameDescriptor.CLOSE, flags, 0, session.received.announce());
                connection.askForAnotherRound(); // looks whether the peer's has come
            }
            return 0;
        }
        NetworkSend head = queue.head();
        if (!cursor.isAt(head) && gathered.takes(head, connection.link())) {
            int length = gathered.append(head, session);
            mustAbort |= length == GatheredSends.BROKEN_OFF;
            return Math.max(0, length);
        }
        if (!cursor.isAt(head)) {
            cursor.start(head);
        }
        int wanted = (int) Math.min(pieceBytes, FrameDescriptor.HEADER_LENGTH + cursor.remainingBytes());
        // the rest of the last buffer if it is worth a frame, else a buffer that holds all of it
        if (sent.roomBytes() < Math.min(wanted, LEAST_FRAME_BYTES) && !sent.hasRoom(wanted)) {
            return -1;
        }
        int length = fill(sent.memory(), sent.offset() + FrameDescriptor.HEADER_LENGTH, sent.roomBytes(), session);
        if (length > 0 && connection.session() == session) { // a callback may have ended it
            sent.append(FrameDescriptor.DATA, 0, length, session.received.announce());
        }
        return length;
    }

    /**
     * Copies pending messages into one frame, as many as fit.
     *
     * @return the bytes of the frame behind its header
     */
    private int fill(MemorySegment memory, int start, int roomBytes, Session session) {
        int end = start + roomBytes - FrameDescriptor.HEADER_LENGTH;
        int at = start;
        while (at < end && !mustAbort && !queue.isEmpty() && !startsWithMark() && connection.session() == session) {
            NetworkSend operation = queue.head();
            if (!cursor.isAt(operation)) {
                if (at > start && gathered.takes(operation, connection.link())) {
                    break; // gets a frame of its own
                }
                cursor.start(operation);
            }
            int from = at;
            try {
                at = (int) cursor.copyTo(memory, from, end);
            } catch (Throwable e) {
                at = from;
                mustAbort = cursor.isStarted();
                cursor.clear();
                queue.removeFirst();
                Throwable cause = e instanceof InternalError ? new MemoryGoneException() : e;
                if (mustAbort) {
                    operation.fail(connection, cause);
                } else {
                    operation.failUnsent(connection, cause);
                }
                continue;
            }
            if (cursor.isExhausted()) {
                cursor.clear();
                queue.removeFirst(); // before the callback, which may use the operation again
                if (!operation.batchSent(connection)) {
                    goOnWith(session, operation);
                }
            } else {
                cursor.markStarted();
            }
        }
        return at - start;
    }

    private void goOnWith(Session session, NetworkSend operation) {
        if (connection.session() == session) {
            queue.addFirst(operation);
        } else {
            operation.fail(
                    connection,
                    new SennitException(
                            ErrorClass.NETWORK, "the connection has ended, process=" + connection.process()));
        }
    }
}
