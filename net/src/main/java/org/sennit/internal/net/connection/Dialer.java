package org.sennit.internal.net.connection;

import java.util.concurrent.TimeUnit;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.RefusalReason;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Finds the sockets of a connection's session: makes this side's attempts, takes the peer's, and decides which of them
 * wins. Used with the loop held.
 *
 * <p>When both sides connect at once, the attempt of the lower lane wins: the higher one accepts it and drops its own,
 * the lower one answers YIELD. While its attempt has not reached the host of the peer it takes the peer's: the path may
 * be open in one direction only. Attempts are numbered, and each side knows the number up to which the peer has given
 * up its own. This distinguishes a late attempt from one that replaces a broken socket, whose break this side has not
 * detected yet.
 *
 * <p>A failed attempt is repeated after growing pauses, until the peer has been silent for too long. An address that
 * refuses, or at which another process answers, ends it at once; on another host only if there has been a connection to
 * the peer, or it has had enough time to come up.
 */
final class Dialer {
    private static final long FIRST_PAUSE_NS = 1_000_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000_000;

    private final Connection connection;
    private final ConnectionTable table;
    private TcpAddress address; // null: a peer that joined and whose card has not been seen
    private InitiatorHandshake attempt; // in CONNECTING
    private long peerAttempts; // the peer has given up every attempt up to this one
    private int pauses; // the number of the pause, by which late timers are recognised
    private long pauseNs = FIRST_PAUSE_NS;
    private Throwable lastFailure;
    private boolean isPeerResting;
    private boolean hasConnected; // to this incarnation, at some time
    private boolean isDialing; // since firstDialNs, without success so far
    private long firstDialNs;

    Dialer(Connection connection, ConnectionTable table, TcpAddress address) {
        this.connection = connection;
        this.table = table;
        this.address = address;
    }

    TcpAddress address() {
        return address;
    }

    /** Sets the address of a peer that connected before it was known, or of its next incarnation. */
    void setAddress(TcpAddress newAddress) {
        if (address == null) {
            address = newAddress;
        } else if (address.incarnation() != newAddress.incarnation() && connection.session() == null) {
            address = newAddress;
            peerAttempts = 0;
            hasConnected = false;
        }
    }

    /** Returns the reason for which there is no socket; null when nothing has failed. */
    Throwable lastFailure() {
        return lastFailure;
    }

    /** Returns the link of the attempt under way; null when there is none. */
    Link link() {
        return attempt == null ? null : attempt.link();
    }

    // ---- this side's attempts ----

    /** Starts looking for a socket for the session. */
    void dial() {
        if (address == null) {
            if (connection.session().isEstablished) {
                connection.setState(ConnectionState.PAUSING); // only the peer can connect
            } else {
                connection.lose(new SennitException(
                        ErrorClass.NETWORK, "no business card of the peer, process=" + connection.process()));
            }
            return;
        }
        connection.setState(ConnectionState.CONNECTING);
        if (!isDialing) {
            isDialing = true;
            firstDialNs = table.loop().ticker().nanoTime();
        }
        InitiatorHandshake handshake;
        try {
            handshake = table.newAttempt(connection);
        } catch (RuntimeException | Error e) { // no thread can be started, or no memory is left
            lastFailure = e;
            dialAfter(ConnectionState.PAUSING, nextPause());
            return;
        }
        attempt = handshake; // before it starts: it may fail at once
        handshake.start();
    }

    /** Looks for another socket after the session's has broken. */
    void redial(Throwable cause) {
        lastFailure = cause;
        dial();
    }

    private void dialAfter(ConnectionState meanwhile, long pause) {
        connection.setState(meanwhile);
        int thisPause = ++pauses;
        table.loop()
                .schedule(
                        () -> {
                            if (connection.state() == meanwhile && pauses == thisPause) {
                                dial();
                            }
                        },
                        pause,
                        TimeUnit.NANOSECONDS);
    }

    /** Notes that there is a socket. */
    void connected() {
        pauseNs = FIRST_PAUSE_NS;
        lastFailure = null;
        isPeerResting = false;
        isDialing = false;
        hasConnected = true;
        pauses++;
    }

    /** Notes that the peer stops listening for a while, so that a refusing address is no sign of death. */
    void setPeerResting() {
        isPeerResting = true;
    }

    /** Gives this side's attempt up. */
    void stop() {
        isDialing = false;
        pauses++;
        pauseNs = FIRST_PAUSE_NS;
        lastFailure = null;
        if (attempt != null) {
            InitiatorHandshake old = attempt;
            attempt = null;
            old.abandon();
        }
    }

    /** Returns whether this side's attempt has reached a socket of the peer's host. */
    private boolean isConnected() {
        Link link = link();
        return link != null && link.channel().isActive();
    }

    private boolean isPresent(Link link) {
        return attempt != null && attempt.link() == link;
    }

    /** Called when the peer accepts this side's attempt. */
    void accepted(Link link, int peerProcess, HandshakeDescriptor.Accept accept) {
        if (!isPresent(link)) {
            link.close();
            return;
        }
        attempt = null;
        peerAttempts = Math.max(peerAttempts, accept.attempts());
        connection.processKnown(peerProcess);
        Session session = connection.session();
        if (!session.isEstablished) {
            session.generation = Math.max(session.generation, accept.generation());
        }
        connection.attach(link, accept.received());
    }

    /** Called when the peer answers YIELD, because it connects itself. */
    void yielded(Link link) {
        if (isPresent(link)) {
            attempt = null;
            // it may fail, and then this side's attempt is needed again
            dialAfter(ConnectionState.AWAITING, LONGEST_PAUSE_NS);
        }
    }

    /** Called when the peer's side of the session is over. */
    void gone(Link link, int nextGeneration) {
        if (!isPresent(link)) {
            return;
        }
        attempt = null;
        connection.raiseGeneration(nextGeneration);
        if (connection.session().isEstablished) {
            connection.endedByPeer();
        } else {
            connection.session().generation = Math.max(connection.session().generation, nextGeneration);
            dialAfter(ConnectionState.PAUSING, nextPause());
        }
    }

    /** Called when this side's attempt has failed. */
    void failed(Link link, Throwable cause) {
        if (!isPresent(link)) {
            return;
        }
        attempt = null;
        lastFailure = cause;
        if (AddressWalk.isRefusal(cause) && !isPeerResting && !table.mayPeersRest() && !mayStillStart()) {
            connection.refused("its address " + address.toCard() + " refuses connections", cause);
        } else {
            dialAfter(ConnectionState.PAUSING, nextPause());
        }
    }

    /**
     * Called when the peer's card has no address that can be tried from here; the peer may have one by now, and
     * connect.
     */
    void unreachable(Throwable cause) {
        attempt = null;
        lastFailure = cause;
        if (mayStillStart()) {
            dialAfter(ConnectionState.PAUSING, nextPause());
        } else {
            connection.lose(cause);
        }
    }

    /**
     * Returns whether a peer on another host, to which there has been no connection, may still be starting: its network
     * may come up after its process.
     */
    private boolean mayStillStart() {
        return !hasConnected
                && !table.links().routes().isHere(address)
                && table.loop().ticker().nanoTime() - firstDialNs
                        < table.settings().handshakeTimeoutNs();
    }

    /** Called when the peer has refused this process. */
    void refused(Link link, Throwable cause) {
        if (isPresent(link)) {
            attempt = null;
            lastFailure = cause;
            connection.lose(cause);
        }
    }

    /** Called when the process that answered is not the peer, or does not have the secret. */
    void strange(Link link, Throwable cause) {
        if (!isPresent(link)) {
            return;
        }
        attempt = null;
        lastFailure = cause;
        if (connection.session().isEstablished) {
            dialAfter(ConnectionState.PAUSING, nextPause());
        } else {
            connection.lose(cause);
        }
    }

    /** Called when another incarnation of the peer has proved itself. */
    void reborn(Link link, int incarnation) {
        if (isPresent(link)) {
            link.close();
            attempt = null;
            connection.lose(connection.death("another incarnation of it answers, incarnation=" + incarnation, null));
        }
    }

    private long nextPause() {
        long pause = pauseNs;
        pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
        return pause;
    }

    // ---- the peer's attempts ----

    /** Called when the peer has connected and proved itself. */
    void peerArrived(AcceptorHandshake handshake) {
        HandshakeDescriptor.Hello hello = handshake.hello();
        if (connection.isDead()) {
            handshake.refuse(RefusalReason.TAKEN_FOR_DEAD, 0);
            return;
        }
        if (address != null && address.incarnation() != hello.incarnation()) { // which counts its attempts from 1
            if (connection.session() != null) {
                connection.lose(connection.death(
                        "another incarnation of it has connected, incarnation=" + hello.incarnation(), null));
            }
            handshake.refuse(RefusalReason.OTHER_INCARNATION, address.incarnation());
            return;
        }
        if (hello.attempt() <= peerAttempts) {
            handshake.abandon(); // given up by the peer since
            return;
        }
        int theirs = hello.generation();
        Session session = connection.session();
        if (session != null && session.isEstablished && theirs != session.generation) {
            if (hello.isEstablished() && theirs < session.generation) {
                handshake.gone(session.generation);
                return;
            }
            connection.raiseGeneration(theirs);
            connection.endedByPeer(); // callbacks may have begun the next one
            session = connection.session();
        }
        if (hello.isEstablished() && (session == null || session.generation != theirs)) {
            connection.raiseGeneration(theirs + 1);
            handshake.gone(connection.generation());
            return;
        }
        if (connection.state() == ConnectionState.CONNECTING) {
            if (connection.number() > table.local().number() && isConnected()) {
                handshake.yield();
                return;
            }
            stop();
        }
        peerAttempts = hello.attempt();
        connection.accept(handshake);
    }
}
