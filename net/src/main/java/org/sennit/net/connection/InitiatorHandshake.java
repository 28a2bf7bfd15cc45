package org.sennit.net.connection;

import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.sennit.net.wire.FrameDescriptor;
import org.sennit.net.wire.HandshakeDescriptor;
import org.sennit.net.wire.HandshakeProof;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/** The side that connects, from the open socket to ACCEPT or YIELD. Runs with the loop held. */
final class InitiatorHandshake implements Link.Owner {
    private final LocalProcess local;
    private final Connection connection;
    private final Link link;
    private final Future<?> timer;
    private byte[] hello;
    private int peerProcess = -1;

    InitiatorHandshake(ConnectionTable table, Connection connection, SocketChannel channel) {
        this.local = table.local();
        this.connection = connection;
        this.link = new Link(table, channel, this);
        this.timer = table.loop()
                .schedule(
                        () -> link.fail(new SennitException(
                                ErrorClass.TIMEOUT, "no connection in time, process=" + connection.process())),
                        table.settings().handshakeTimeoutNs(),
                        TimeUnit.NANOSECONDS);
    }

    Link link() {
        return link;
    }

    /** The socket is open. */
    void opened() {
        HandshakeDescriptor.Hello content = new HandshakeDescriptor.Hello(
                local.process(),
                local.incarnation(),
                connection.process(),
                connection.address().incarnation(),
                connection.generation(),
                local.jobId());
        hello = HandshakeDescriptor.hello(content, local.proof().newNonce());
        link.writeControl(FrameDescriptor.HELLO, hello);
    }

    /** The connection does without this attempt. */
    void abandon() {
        timer.cancel(false);
        link.close();
    }

    @Override
    public void control(Link link, byte kind, ByteBuffer body) {
        if (kind == FrameDescriptor.CHALLENGE && peerProcess < 0) {
            challenged(body);
        } else if (kind == FrameDescriptor.ACCEPT && peerProcess >= 0 && body.remaining() == 4) {
            timer.cancel(false);
            link.generation = body.getInt(0);
            connection.attemptAccepted(link, peerProcess);
        } else if (kind == FrameDescriptor.YIELD && peerProcess >= 0) {
            timer.cancel(false);
            link.close();
            connection.attemptYielded(link);
        } else {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, frame kind=" + kind);
        }
    }

    private void challenged(ByteBuffer body) {
        if (!HandshakeDescriptor.isChallenge(body)) {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, not a challenge of this protocol");
        }
        byte[] challenge = new byte[HandshakeDescriptor.CHALLENGE_LENGTH];
        body.get(0, challenge);
        byte[] proof = new byte[HandshakeDescriptor.PROOF_LENGTH];
        body.get(HandshakeDescriptor.CHALLENGE_PROVED_LENGTH, proof);
        if (!HandshakeProof.isEqual(local.proof().ofAcceptor(hello, challenge), proof)) {
            throw new SennitException(ErrorClass.NETWORK, "the peer does not know the job's secret");
        }
        int process = HandshakeDescriptor.challengeProcess(body);
        int wanted = connection.process();
        if (process < 0 || process == local.process() || (wanted >= 0 && wanted != process)) {
            throw new SennitException(ErrorClass.NETWORK, "another process answers, process=" + process);
        }
        peerProcess = process;
        link.writeControl(FrameDescriptor.PROOF, local.proof().ofInitiator(hello, challenge));
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
        timer.cancel(false);
        connection.attemptFailed(link, cause);
    }
}
