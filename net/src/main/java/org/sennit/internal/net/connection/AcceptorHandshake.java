package org.sennit.internal.net.connection;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.internal.net.wire.RefusalReason;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.slf4j.LoggerFactory;

/**
 * The handshake of the accepting side, from the open socket until the peer has proved that it belongs to the job. The
 * socket of a stranger, or of a peer that wants another process, is closed with one log line and no other effect. Runs
 * with the loop held.
 */
final class AcceptorHandshake implements Link.Owner {
    /** What listens, and decides what becomes of peers that have proved themselves. */
    interface Listener {
        /** Called when a peer has proved that it is the lane {@code number}. */
        void arrived(int number, AcceptorHandshake handshake);

        /** Called when the socket has ended before it was taken. */
        void handshakeEnded(AcceptorHandshake handshake);
    }

    private final Listener listener;
    private final LaneIdentity local;
    private final Link link;
    private final Future<?> timer;
    private HandshakeDescriptor.Hello peer;
    private byte[] hello;
    private byte[] challenge;
    private boolean isProved;

    AcceptorHandshake(Listener listener, LaneIdentity local, LaneLinks links, Channel channel, boolean isTls) {
        this.listener = listener;
        this.local = local;
        this.link = new Link(links, channel, isTls, this);
        this.timer = links.loop()
                .schedule(
                        () -> link.fail(new SennitException(ErrorClass.TIMEOUT, "no handshake in time")),
                        links.settings().handshakeTimeoutNs(),
                        TimeUnit.NANOSECONDS);
    }

    Link link() {
        return link;
    }

    /** Returns the peer's HELLO. Valid after its proof. */
    HandshakeDescriptor.Hello hello() {
        return peer;
    }

    @Override
    public void begin(Link link, byte kind, int flags, int length, long sequence, long acknowledgement) {
        // all fields of a control frame are in its body
    }

    @Override
    public void control(Link link, byte kind, ByteBuffer body) {
        if (kind == FrameDescriptor.HELLO && peer == null) {
            greeted(body);
        } else if (kind == FrameDescriptor.PROOF && peer != null && !isProved) {
            proved(body);
        } else {
            throw new SennitException(ErrorClass.NETWORK, "bad handshake, frame kind=" + kind);
        }
    }

    private void greeted(ByteBuffer body) {
        HandshakeDescriptor.Hello said = HandshakeDescriptor.readHello(body);
        if (said == null) {
            throw new SennitException(ErrorClass.NETWORK, "not a greeting of this protocol and version");
        }
        if (!said.jobId().equals(local.jobId())) {
            writeRefusal(RefusalReason.OTHER_JOB, 0);
            throw new SennitException(ErrorClass.NETWORK, "another job");
        }
        boolean isForMe = said.targetProcess() < 0 || said.targetProcess() == local.number();
        if (!isForMe) {
            writeRefusal(RefusalReason.OTHER_PROCESS, local.number());
            throw new SennitException(ErrorClass.NETWORK, "meant for process=" + said.targetProcess());
        }
        if (said.process() < 0 || LaneNumber.process(said.process()) == local.process()) {
            writeRefusal(RefusalReason.OWN_NUMBER, said.process());
            throw new SennitException(ErrorClass.NETWORK, "it calls itself process=" + said.process());
        }
        peer = said;
        hello = new byte[body.remaining()];
        body.get(0, hello);
        challenge = HandshakeDescriptor.challenge(
                local.number(), local.incarnation(), local.proof().newNonce());
        byte[] proof = local.proof().ofAcceptor(hello, challenge, link.binding());
        System.arraycopy(proof, 0, challenge, HandshakeDescriptor.CHALLENGE_PROVED_LENGTH, proof.length);
        link.writeControl(FrameDescriptor.CHALLENGE, challenge);
        if (said.targetIncarnation() != local.incarnation()) {
            // the challenge has proved that the process it wants has gone
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "meant for process=" + said.targetProcess() + " incarnation=" + said.targetIncarnation());
        }
    }

    private void proved(ByteBuffer body) {
        byte[] proof = new byte[body.remaining()];
        body.get(0, proof);
        if (!HandshakeProof.isEqual(local.proof().ofInitiator(hello, challenge, link.binding()), proof)) {
            throw new SennitException(ErrorClass.NETWORK, "it does not know the job's secret");
        }
        isProved = true;
        listener.arrived(peer.process(), this);
    }

    /** Accepts: the connection owns the socket from now on. */
    void accept(HandshakeDescriptor.Accept accept) {
        timer.cancel(false);
        link.writeControl(FrameDescriptor.ACCEPT, HandshakeDescriptor.accept(accept));
    }

    /** Answers that the session which the peer wants to continue is over. */
    void gone(int nextGeneration) {
        timer.cancel(false);
        link.writeControl(FrameDescriptor.GONE, HandshakeDescriptor.gone(nextGeneration));
        link.close();
    }

    private void writeRefusal(RefusalReason reason, int detail) {
        link.writeControl(FrameDescriptor.REFUSED, HandshakeDescriptor.refused(reason, detail));
    }

    /** Refuses a peer that belongs to the job. */
    void refuse(RefusalReason reason, int detail) {
        timer.cancel(false);
        writeRefusal(reason, detail);
        link.close();
    }

    /** Answers YIELD: the connection does not need the socket. */
    void yield() {
        timer.cancel(false);
        link.writeControl(FrameDescriptor.YIELD, new byte[0]);
        link.close();
    }

    /** Closes the socket without an answer. */
    void abandon() {
        timer.cancel(false);
        link.close();
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
        listener.handshakeEnded(this);
        if (isProved || (cause instanceof IOException && !(cause instanceof SSLException))) {
            return; // closed without an error, as when both sides connect at once
        }
        SocketAddress remote = link.channel().remoteAddress();
        LoggerFactory.getLogger(AcceptorHandshake.class)
                .warn(
                        "refused a connection: {} remote={}",
                        cause.getMessage(),
                        remote instanceof InetSocketAddress ? remote : "unix");
    }
}
