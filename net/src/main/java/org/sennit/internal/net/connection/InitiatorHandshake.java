package org.sennit.internal.net.connection;

import io.netty.util.concurrent.Future;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.RefusalReason;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The handshake of the connecting side, from the peer's card to ACCEPT or YIELD: tries the peer's addresses in turn
 * until the peer has proved itself at one. Runs with the loop held.
 */
final class InitiatorHandshake implements Link.Owner {
    private final ConnectionTable table;
    private final LaneIdentity local;
    private final Connection connection;
    private final AddressWalk walk;
    private final Future<?> timer;
    private Future<?> addressTimer;
    private Link link; // null before the start, and when the peer has no address for this process
    private byte[] hello;
    private int peerProcess = -1;
    private boolean isStranger; // another process has answered at some address

    InitiatorHandshake(ConnectionTable table, Connection connection) {
        this.table = table;
        this.local = table.local();
        this.connection = connection;
        this.walk =
                new AddressWalk(table.links().routes().to(connection.dialer().address()));
        this.timer = table.loop()
                .schedule(
                        () -> {
                            walk.giveUp();
                            link.fail(new SennitException(
                                    ErrorClass.TIMEOUT, "no connection in time, process=" + connection.process()));
                        },
                        table.settings().handshakeTimeoutNs(),
                        TimeUnit.NANOSECONDS);
    }

    /** Returns the socket of the current address; changes until the peer has proved itself. */
    Link link() {
        return link;
    }

    /** Connects to the peer's first address; a failure may be reported to the connection during this call. */
    void start() {
        tryNext(null);
    }

    private void tryNext(Throwable lastCause) {
        ListenAddress address = walk.next();
        if (address == null) {
            timer.cancel(false);
            Throwable cause = walk.failure(connection.process(), lastCause);
            if (lastCause == null) {
                connection.dialer().unreachable(cause);
            } else {
                failed(cause);
            }
            return;
        }
        hello = null;
        Link next;
        try {
            next = table.sockets().newLink(address, this);
        } catch (RuntimeException | Error e) { // no descriptor is left, or no memory
            walk.failed(e);
            tryNext(e);
            return;
        }
        link = next;
        if (walk.hasDeadline()) {
            addressTimer = table.loop().schedule(() -> late(next), AddressWalk.ADDRESS_NS, TimeUnit.NANOSECONDS);
        }
        try {
            table.sockets().connect(next, address, this::opened);
        } catch (RuntimeException | Error e) {
            next.fail(e);
        }
    }

    private void late(Link which) {
        if (which == link && hello == null) {
            walk.isLate();
            which.fail(new SennitException(ErrorClass.TIMEOUT, "no answer in time"));
        }
    }

    /** Called when the socket is open. */
    private void opened() {
        cancelAddressTimer();
        Session session = connection.session();
        HandshakeDescriptor.Hello content = new HandshakeDescriptor.Hello(
                local.number(),
                local.incarnation(),
                connection.number(),
                connection.dialer().address().incarnation(),
                session.generation,
                table.nextAttempt(),
                session.receivedForHello(),
                local.jobId());
        hello = HandshakeDescriptor.hello(content, local.proof().newNonce());
        link.writeControl(FrameDescriptor.HELLO, hello);
    }

    private void cancelAddressTimer() {
        if (addressTimer != null) {
            addressTimer.cancel(false);
            addressTimer = null;
        }
    }

    private void cancelTimers() {
        timer.cancel(false);
        cancelAddressTimer();
    }

    /** Abandons the attempt. */
    void abandon() {
        cancelTimers();
        if (link != null) {
            link.close();
        }
    }

    @Override
    public void control(Link link, byte kind, ByteBuffer body) {
        if (kind == FrameDescriptor.CHALLENGE && peerProcess < 0) {
            challenged(body);
        } else if (kind == FrameDescriptor.ACCEPT && peerProcess >= 0) {
            accepted(body);
        } else if (kind == FrameDescriptor.YIELD && peerProcess >= 0) {
            timer.cancel(false);
            link.close();
            connection.dialer().yielded(link);
        } else if (kind == FrameDescriptor.REFUSED && hello != null) {
            refused(body);
        } else if (kind == FrameDescriptor.GONE && peerProcess >= 0) {
            timer.cancel(false);
            link.close();
            connection.dialer().gone(link, body.getInt(0));
        } else {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, frame kind=" + kind);
        }
    }

    /** Handles a refusal: before the proof another address may be the peer's; afterwards the peer itself refuses. */
    private void refused(ByteBuffer body) {
        RefusalReason reason = HandshakeDescriptor.readRefused(body);
        if (reason == null) {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, refused for no reason of this protocol");
        }
        String detail = body.getInt(4) == 0 ? "" : ", number=" + body.getInt(4);
        SennitException cause = new SennitException(
                ErrorClass.NETWORK, "refused, process=" + connection.process() + ": " + reason.text() + detail);
        if (peerProcess < 0) {
            isStranger = true;
            throw cause;
        }
        cancelTimers();
        link.close();
        connection.dialer().refused(link, cause);
    }

    private void accepted(ByteBuffer body) {
        HandshakeDescriptor.Accept accept = HandshakeDescriptor.readAccept(body);
        if (accept == null) {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, not an acceptance of this protocol");
        }
        timer.cancel(false);
        connection.dialer().accepted(link, peerProcess, accept);
    }

    private void challenged(ByteBuffer body) {
        if (!HandshakeDescriptor.isChallenge(body)) {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, not a challenge of this protocol");
        }
        byte[] challenge = new byte[HandshakeDescriptor.CHALLENGE_LENGTH];
        body.get(0, challenge);
        byte[] proof = new byte[HandshakeDescriptor.PROOF_LENGTH];
        body.get(HandshakeDescriptor.CHALLENGE_PROVED_LENGTH, proof);
        byte[] binding = link.binding();
        if (!HandshakeProof.isEqual(local.proof().ofAcceptor(hello, challenge, binding), proof)) {
            isStranger = true;
            throw new SennitException(ErrorClass.NETWORK, "the peer does not know the job's secret");
        }
        int process = HandshakeDescriptor.challengeProcess(body); // a lane of it
        int wanted = connection.number();
        if (process < 0 || LaneNumber.process(process) == local.process() || (wanted >= 0 && wanted != process)) {
            isStranger = true;
            throw new SennitException(ErrorClass.NETWORK, "another process answers, process=" + process);
        }
        int incarnation = HandshakeDescriptor.challengeIncarnation(body);
        if (incarnation != connection.dialer().address().incarnation()) {
            cancelTimers();
            connection.dialer().reborn(link, incarnation);
            return;
        }
        peerProcess = process;
        link.writeControl(FrameDescriptor.PROOF, local.proof().ofInitiator(hello, challenge, binding));
    }

    @Override
    public void begin(Link link, byte kind, int flags, int length, long sequence, long acknowledgement) {
        // all fields of a control frame are in its body
    }

    @Override
    public void data(Link link, ByteBuffer bytes) {
        throw new SennitException(ErrorClass.NETWORK, "bad handshake, data before it has ended");
    }

    @Override
    public void writable(Link link) {
        // the next step waits for the peer
    }

    @Override
    public void broken(Link link, Throwable cause) {
        cancelAddressTimer();
        if (peerProcess < 0 && !table.isClosed()) {
            walk.failed(cause);
            isStranger |= cause.getCause() instanceof CertificateException;
            tryNext(cause); // the process that answered may not be the peer
        } else {
            cancelTimers();
            failed(cause);
        }
    }

    private void failed(Throwable cause) {
        if (isStranger) {
            connection.dialer().strange(link, cause);
        } else {
            connection.dialer().failed(link, cause);
        }
    }
}
