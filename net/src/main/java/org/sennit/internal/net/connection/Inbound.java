package org.sennit.internal.net.connection;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkUpcalls;

/**
 * The receiving half of a connection: turns frames into upcalls, each once and in order, across sockets. Used with the
 * loop held.
 *
 * <p>An upcall that throws ends the session for good; invalid bytes end only the socket.
 */
final class Inbound implements Link.Owner {
    private final Connection connection;
    private final NetworkUpcalls upcalls;
    private boolean isAborted; // no frame has arrived since the last message was aborted

    Inbound(Connection connection, NetworkUpcalls upcalls) {
        this.connection = connection;
        this.upcalls = upcalls;
    }

    @Override
    public void begin(Link link, byte kind, int flags, int length, long sequence, long acknowledgement) {
        Session session = connection.session();
        boolean hasMoreRoom = session.sent.acknowledge(acknowledgement, !link.holdsFrames());
        if ((hasMoreRoom && (!connection.isOutboundEmpty() || session.isCloseSent))
                || !session.sent.acknowledged().isEmpty()) {
            connection.askForAnotherRound();
        }
        boolean isAckWanted = (flags & FrameDescriptor.ACK_WANTED) != 0;
        switch (kind) {
            case FrameDescriptor.DATA -> {
                isAborted = false;
                session.received.begin(sequence, length, isAckWanted);
            }
            case FrameDescriptor.ABORT -> {
                // repeated for each frame of an aborted message on a new socket; the first counts
                if (session.received.takeWhole(sequence, isAckWanted) && !isAborted) {
                    isAborted = true;
                    aborted();
                }
            }
            case FrameDescriptor.CLOSE -> {
                boolean isNew = session.received.takeWhole(sequence, true);
                connection.askForAnotherRound();
                if (isNew) {
                    closed(session, flags);
                }
            }
            case FrameDescriptor.ACK -> {
                session.received.expectAll(sequence, isAckWanted);
                if (isAckWanted) {
                    connection.askForAnotherRound();
                }
            }
            default -> {
                // no number
            }
        }
    }

    private void aborted() {
        try {
            upcalls.aborted(
                    connection,
                    new SennitException(
                            ErrorClass.PROC_ABORTED, "the sender's memory has gone, process=" + connection.process()));
        } catch (Throwable e) {
            connection.giveUp(e);
        }
    }

    private void closed(Session session, int flags) {
        session.isCloseReceived = true;
        session.isPeerLeaving = (flags & FrameDescriptor.LEAVING) != 0;
        if ((flags & FrameDescriptor.RESTING) != 0) {
            connection.dialer().setPeerResting();
        }
        if (!session.isCloseSent) {
            connection.answerClose(); // pending sends still go out
        }
    }

    @Override
    public void data(Link link, ByteBuffer bytes) {
        Session session = connection.session();
        boolean isNew = session.received.take(bytes);
        if (session.received.isAckDue()) {
            connection.askForAnotherRound();
        }
        if (isNew) {
            try {
                upcalls.handlePacket(connection, bytes);
            } catch (Throwable e) {
                connection.giveUp(e);
            }
        }
    }

    @Override
    public MemorySegment room(Link link, int mostBytes) {
        if (!connection.session().received.isAllNew()) {
            return null;
        }
        try {
            return upcalls.room(connection, mostBytes);
        } catch (Throwable e) {
            connection.giveUp(e);
            return null;
        }
    }

    @Override
    public long roomOffset(Link link) {
        return upcalls.roomOffset(connection);
    }

    @Override
    public long roomBytes(Link link) {
        return upcalls.roomBytes(connection);
    }

    @Override
    public void filled(Link link, int bytes) {
        Session session = connection.session();
        session.received.take(bytes);
        if (session.received.isAckDue()) {
            connection.askForAnotherRound();
        }
        try {
            upcalls.filled(connection, bytes);
        } catch (Throwable e) {
            connection.giveUp(e);
        }
    }

    @Override
    public void roomLost(Link link, Throwable cause) {
        try {
            upcalls.roomLost(connection, cause);
        } catch (Throwable e) {
            connection.giveUp(e);
        }
    }

    @Override
    public void control(Link link, byte kind, ByteBuffer body) {
        switch (kind) {
            case FrameDescriptor.ABORT, FrameDescriptor.CLOSE, FrameDescriptor.ACK -> {
                // the header has everything
            }
            case FrameDescriptor.GONE -> {
                connection.raiseGeneration(body.getInt(0));
                connection.endedByPeer();
            }
            default -> throw new SennitException(ErrorClass.NETWORK, "bad bytes: unexpected frame kind=" + kind);
        }
    }

    @Override
    public void writable(Link link) {
        // deferred: Netty is in the middle of its own flush
        connection.askForAnotherRound();
    }

    @Override
    public void broken(Link link, Throwable cause) {
        connection.broken(link, cause);
    }
}
