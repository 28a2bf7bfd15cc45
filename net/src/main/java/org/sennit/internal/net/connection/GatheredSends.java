package org.sennit.internal.net.connection;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.net.flow.GatheredPayload;
import org.sennit.internal.net.flow.ResendBuffer;
import org.sennit.internal.net.loop.MemoryGoneException;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.sennit.spi.network.VirtualConnection;

/**
 * The large payloads of a connection, which are written to the socket directly from the user's memory: each in frames
 * of its own, which are read from there again for a resend, so that the operation ends when the peer has acknowledged
 * the last frame. If the memory goes away before that, the operation fails and the peer drops its part of the message.
 * Used with the loop held.
 */
final class GatheredSends {
    /** Returned in place of a length: the message cannot go on, and the peer is to drop its beginning. */
    static final int BROKEN_OFF = -2;

    private final VirtualConnection connection;
    private final MigratingEventLoop loop;
    private final SendQueue queue;
    private final int leastBytes;

    private GatheredPayload present; // of which some bytes are in frames and some are not
    private long framedBytes;
    private GatheredPayload written; // of which a frame was given to a socket last

    GatheredSends(VirtualConnection connection, MigratingEventLoop loop, SendQueue queue, int leastBytes) {
        this.connection = connection;
        this.loop = loop;
        this.queue = queue;
        this.leastBytes = leastBytes;
    }

    /** Returns whether an operation is sent from the user's memory. */
    boolean takes(NetworkSend operation, Link link) {
        if (isPresent(operation)) {
            return true;
        }
        MemorySegment payload = operation.payload();
        return payload != null
                && payload.byteSize() >= leastBytes
                && operation.headerLength() <= ResendBuffer.MAX_GATHERED_HEADER
                && operation.isOneBatch()
                && link != null
                && link.moves(payload)
                && payload.scope().isAlive();
    }

    private boolean isPresent(NetworkSend operation) {
        return present != null && present.operation() == operation;
    }

    /** Makes the next frame of the first operation in the queue. Returns its length, or {@link #BROKEN_OFF}. */
    int append(NetworkSend operation, Session session) {
        MemorySegment payload = operation.payload();
        if (!isPresent(operation)) {
            present = session.sent.payloadOf(operation);
            framedBytes = 0;
        }
        if (!payload.scope().isAlive()) {
            boolean isBegun = framedBytes > 0; // all existing frames have been written
            memoryLost(present, closed());
            return isBegun ? BROKEN_OFF : 0;
        }
        int headerLength = framedBytes == 0 ? operation.headerLength() : 0;
        long length = Math.min(payload.byteSize() - framedBytes, FrameDescriptor.PIECE_LENGTH);
        boolean isLast = framedBytes + length == payload.byteSize();
        session.sent.appendGathered(present, headerLength, framedBytes, length, isLast, session.received.announce());
        framedBytes += length;
        if (isLast) {
            present = null;
            queue.removeFirst();
        }
        return headerLength + (int) length;
    }

    /** Prepares the next frame, if it is gathered: checks its memory, and whether the socket can take it. */
    void prepare(Link link, ResendBuffer sent) {
        MemorySegment body = sent.writeBody();
        GatheredPayload payload = sent.writePayload();
        RuntimeException obstacle = payload.obstacle();
        if (obstacle == null) {
            obstacle = body.scope().isAlive() ? null : closed();
        }
        if (obstacle == null && !link.moves(body)) {
            obstacle = copy(sent);
        }
        if (obstacle == null) {
            written = payload;
        } else {
            memoryLost(payload, obstacle);
            sent.abandon(payload);
        }
    }

    private static RuntimeException copy(ResendBuffer sent) {
        try {
            sent.copyBody();
            return null;
        } catch (IllegalStateException e) {
            return closed();
        } catch (InternalError e) { // InternalError: a mapped file was cut short
            return new MemoryGoneException();
        }
    }

    private static RuntimeException closed() {
        return new IllegalStateException("the payload's arena has been closed while it was sent");
    }

    /**
     * Called when the system could not read the memory of the frame being written, so that the socket was closed in the
     * middle of it: on the next socket ABORT drops the message at the peer.
     */
    void unreadable(MemoryGoneException cause) {
        if (written != null) {
            written.setObstacle(cause);
        }
    }

    private void memoryLost(GatheredPayload payload, RuntimeException cause) {
        if (payload.isLost()) {
            return; // kept for a broken socket; the operation has already ended
        }
        payload.setLost();
        if (payload == present) {
            present = null;
            queue.removeFirst();
        }
        loop.runInNextRound(() -> payload.operation().fail(connection, cause));
    }

    /** Ends the operations that the peer has acknowledged. */
    void complete(SendQueue acknowledged) {
        while (!acknowledged.isEmpty()) {
            NetworkSend operation = acknowledged.removeFirst();
            if (!operation.batchSent(connection)) {
                operation.fail(
                        connection,
                        new SennitException(ErrorClass.INTERN, "a send that was to be one batch has given another"));
            }
        }
    }

    /** Called at the end of the session: a payload that has been sent in part starts again in the next one. */
    void endSession() {
        present = null;
        written = null;
        framedBytes = 0;
    }
}
