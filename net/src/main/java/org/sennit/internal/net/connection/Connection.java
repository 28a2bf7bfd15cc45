package org.sennit.internal.net.connection;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.net.loop.MemoryGoneException;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.sennit.spi.network.VirtualConnection;
import org.slf4j.LoggerFactory;

/**
 * The virtual connection to one lane of a process over tcp. The methods of {@link VirtualConnection} may be called by
 * any thread; everything else runs with the loop held.
 *
 * <p>From the first socket to the end there is one {@link Session}. A broken socket is replaced, and each side resumes
 * after the last frame that the other one has received; the user of the connection does not notice.
 */
public final class Connection extends ConnectionCalls implements Batches.Member {
    private final ConnectionTable table;

    // guarded by the loop
    private final Outbound outbound;
    private final Dialer dialer;
    private final Inbound inbound;
    private final PeerSilence silence;
    private ConnectionState state = ConnectionState.IDLE;
    private Session session; // null in IDLE
    private Link link; // in READY
    private int generation; // of the session, or of the next one
    private Throwable death; // the device's report that the peer is dead; null: none
    private boolean isLost; // the last upcall reported a failure
    private boolean isInBacklog;
    private boolean isInBatches;

    Connection(ConnectionTable table, int number, TcpAddress address) {
        super(table.loop(), number);
        this.table = table;
        this.outbound = new Outbound(this, table.settings());
        this.dialer = new Dialer(this, table, address);
        this.inbound = new Inbound(this, table.upcalls());
        this.silence = new PeerSilence(this, table.links());
    }

    // ---- the virtual connection ----

    @Override
    public int eagerLimitBytes() {
        return table.settings().eagerLimitBytes();
    }

    @Override
    boolean sendNow(MemorySegment header, MemorySegment payload, boolean mayWait) {
        return outbound.sendNow(header, payload, mayWait);
    }

    @Override
    void enqueue(NetworkSend operation) {
        Throwable obstacle = closure != null ? closure : death;
        if (obstacle != null) {
            operation.fail(this, obstacle);
            return;
        }
        outbound.add(operation);
        if (state != ConnectionState.IDLE) {
            outbound.pumpOrAskForAnotherRound();
        } else {
            beginSessionIfQueued();
        }
    }

    @Override
    public void destroy() {
        loop.acquire();
        try {
            if (closure != null) {
                return;
            }
            if (!isIdle()) {
                throw new IllegalStateException("the connection is in use, process=" + process() + " state=" + state);
            }
            closure =
                    new SennitException(ErrorClass.NETWORK, "the connection has been destroyed, process=" + process());
            table.forget(this);
        } finally {
            loop.release();
        }
    }

    // ---- for the halves of the connection ----

    Session session() {
        return session;
    }

    /** Returns the current socket; null if there is none. */
    Link link() {
        return link;
    }

    ConnectionState state() {
        return state;
    }

    void setState(ConnectionState state) {
        this.state = state;
    }

    Dialer dialer() {
        return dialer;
    }

    boolean isOutboundEmpty() {
        return outbound.isEmpty();
    }

    /** Returns whether the peer has been reported dead. */
    boolean isDead() {
        return death != null;
    }

    /** Returns whether frames may be added: there is a socket, and this side has not sent CLOSE. */
    boolean isOpen() {
        return link != null && !session.isCloseSent;
    }

    int generation() {
        return generation;
    }

    void raiseGeneration(int least) {
        generation = Math.max(generation, least);
    }

    int closeFlags() {
        return table.closeFlags();
    }

    /** Called when the peer of a connection that was made by a card alone has sent its number. */
    void processKnown(int peerNumber) {
        if (isAnswered(peerNumber)) {
            table.processKnown(this, peerNumber);
        }
    }

    void askForAnotherRound() {
        if (!isInBacklog) {
            isInBacklog = true;
            table.addToBacklog(this);
        }
    }

    /** Registers a batched message; returns false if batching is off. */
    boolean waitForBatch() {
        if (!isInBatches) {
            isInBatches = table.batches().add(this);
        }
        return isInBatches;
    }

    @Override
    public void sendBatch() {
        isInBatches = false;
        outbound.pumpOrAskForAnotherRound();
    }

    /** Works in the next round of the loop. */
    void workOff() {
        isInBacklog = false;
        if (session != null) {
            outbound.complete(session.sent.acknowledged());
        }
        outbound.pump();
        if (link != null && session.received.isAckDue()) {
            outbound.sendAcknowledgement();
        }
        endIfOver();
    }

    // ---- sockets ----

    private void beginSession() {
        session = new Session(table.links().staging(), table.settings().resendBytes(), generation);
        silence.restart();
    }

    /** Takes the peer's socket in place of the current one, if any. */
    void accept(AcceptorHandshake handshake) {
        dropLink(); // before the received count is sent
        if (session == null) {
            beginSession();
        }
        if (!session.isEstablished) {
            session.generation = Math.max(session.generation, handshake.hello().generation());
        }
        handshake.accept(
                new HandshakeDescriptor.Accept(session.generation, table.attempts(), session.received.received()));
        attach(handshake.link(), Math.max(0, handshake.hello().received()));
    }

    /** Gives the session a socket: sends again what the peer has not received, then everything else. */
    void attach(Link newLink, long peerReceived) {
        if (newLink.isClosed()) {
            dialer.dial();
            return;
        }
        if (!session.sent.isPossible(peerReceived)) {
            newLink.close();
            lose(new SennitException(
                    ErrorClass.NETWORK, "the peer has lost track, process=" + process() + " received=" + peerReceived));
            return;
        }
        link = newLink;
        link.setOwner(inbound);
        state = ConnectionState.READY;
        isLost = false;
        silence.beginSocket(newLink, session.isEstablished);
        session.isEstablished = true;
        raiseGeneration(session.generation);
        session.received.startSocket();
        session.sent.rewind(peerReceived);
        dialer.connected();
        table.links().addReady(newLink);
        outbound.pump();
        askForAnotherRound(); // the session may be over already
    }

    private void dropLink() {
        if (link != null) {
            Link old = link;
            link = null;
            old.close();
        }
    }

    /** Called when the socket has ended without a close by this process. */
    void broken(Link broken, Throwable cause) {
        if (broken != link) {
            return;
        }
        link = null;
        if (cause instanceof MemoryGoneException gone) {
            outbound.unreadable(gone);
        }
        if (session.isOver() || session.isPeerLeaving) {
            endOrderly();
        } else {
            dialer.redial(cause);
        }
    }

    /** Called when the peer's address refuses connections. */
    void refused(String how, Throwable cause) {
        if (session.isOverForPeer()) {
            endOrderly();
        } else {
            lose(death(how, cause));
        }
    }

    // ---- the orderly end ----

    @Override
    void terminateInLoop() {
        if (closure != null) {
            return;
        }
        if (session != null && session.isCloseSent && outbound.isEmpty()) {
            return; // already ending
        }
        if (session == null && outbound.isEmpty()) {
            loop.runInNextRound(() -> report(() -> table.upcalls().terminated(this)));
            return;
        }
        outbound.addMark();
        outbound.pump();
    }

    /**
     * Answers the peer's CLOSE behind every send that has returned: a send handed over by another thread may still be a
     * task of the loop, and anything behind this side's CLOSE would wait for the next session, which does not begin
     * during a rest.
     */
    void answerClose() {
        Session ending = session;
        loop.execute(
                () -> { // this thread holds the loop: behind the queued tasks
                    if (session == ending && !ending.isCloseSent) {
                        terminateInLoop();
                    }
                });
    }

    private void endIfOver() {
        if (link != null && session.isOver() && session.received.isAnnounced() && link.isFlushed()) {
            endOrderly();
        }
    }

    private void endOrderly() {
        boolean wasAsked = session.isCloseSent;
        SendQueue gone = session.sent.acknowledged();
        SendQueue rest =
                session.sent.takeOperations(); // received by the peer, which would have kept the session otherwise
        endSession();
        outbound.complete(gone);
        outbound.complete(rest);
        if (!wasAsked && outbound.startsWithMark()) {
            outbound.removeMark(); // the peer's farewell asked for it
        }
        report(() -> table.upcalls().terminated(this));
        beginSessionIfQueued();
    }

    /**
     * Called when the peer's side of the session is over: an orderly end if possible, otherwise the peer has given it
     * up.
     */
    void endedByPeer() {
        if (session.isCloseSent && session.isCloseReceived) {
            endOrderly(); // unacknowledged frames have been received, or the peer would have kept the session
        } else {
            lose(new SennitException(ErrorClass.NETWORK, "the peer has given up the connection, process=" + process()));
        }
    }

    private void endSession() {
        dropLink();
        dialer.stop();
        if (session != null) {
            raiseGeneration(session.generation + 1);
            session.sent.clear();
            session = null;
        }
        outbound.endSession();
        state = ConnectionState.IDLE;
    }

    /** Looks for a socket for pending sends after an end. */
    void beginSessionIfQueued() {
        if (closure != null || state != ConnectionState.IDLE || outbound.isEmpty() || table.isResting()) {
            return;
        }
        if (outbound.startsWithMark()) {
            outbound.removeMark();
            terminateInLoop();
        } else {
            beginSession();
            dialer.dial();
        }
    }

    // ---- failure ----

    /** Ends the session because of a failure of this side, and notifies the peer. */
    void giveUp(Throwable cause) {
        if (link != null && link.isWritable() && session.sent.isWritten()) {
            link.writeControl(FrameDescriptor.GONE, HandshakeDescriptor.gone(session.generation + 1));
        } // else the peer learns it from the answer to its next handshake
        lose(cause);
    }

    /** Returns the error for a peer that is dead, or taken for dead. */
    SennitException death(String how, Throwable cause) {
        return new SennitException(
                ErrorClass.PROC_FAILED,
                "process=" + process() + " is dead: " + how + ", noticed at "
                        + table.context().wallTime(),
                cause);
    }

    /** Ends the session for good. If the peer is dead, all its lanes are. */
    void lose(Throwable cause) {
        loseThis(cause);
        table.hearOfLoss(this, cause);
    }

    private void loseThis(Throwable cause) {
        Throwable exact = cause instanceof SennitException
                ? cause
                : new SennitException(
                        ErrorClass.NETWORK,
                        "connection broken, process=" + process() + ": " + cause.getMessage(),
                        cause);
        SendQueue gone = session == null ? new SendQueue() : session.sent.acknowledged();
        SendQueue lost = session == null ? new SendQueue() : session.sent.takeOperations();
        outbound.takeAll(lost);
        endSession();
        isLost = true;
        outbound.complete(gone);
        while (!lost.isEmpty()) {
            lost.removeFirst().fail(this, exact);
        }
        report(() -> table.upcalls().failed(this, exact));
        beginSessionIfQueued();
    }

    private void report(Runnable upcall) {
        try {
            upcall.run();
        } catch (Throwable e) {
            LoggerFactory.getLogger(Connection.class).error("an upcall failed, process={}", process(), e);
        }
    }

    /** Called when the device reports that the peer is dead. */
    void died(Throwable cause) {
        if (death == null) {
            death = cause;
            loop.runInNextRound(() -> {
                if (!isLost || session != null || !outbound.isEmpty()) {
                    lose(cause);
                }
            });
        }
    }

    /** Called when another lane has found that the peer is dead. */
    void lostElsewhere(Throwable cause) {
        loop.runInNextRound(() -> {
            if (session != null || !outbound.isEmpty()) {
                loseThis(cause);
            }
        });
    }

    // ---- liveness ----

    /**
     * Called once in every period of the liveness thread.
     *
     * @param elapsedNs since the last time; negative when this process was paused in between
     * @return whether it is looking for a socket
     */
    boolean tick(long elapsedNs) {
        if (session == null) {
            return false;
        }
        silence.tick(elapsedNs);
        boolean isLastWord = session.isCloseReceived && session.sent.isAcknowledged();
        if (link != null && !outbound.hasSentSinceLastAsked() && !isLastWord) {
            outbound.sendAcknowledgement(); // also shows that this process is alive
        }
        if (session == null) {
            return false; // the socket has not taken it, and was the last one
        }
        session.sent.trim();
        return link == null;
    }

    // ---- rest, and the end of the module ----

    /** Asks the session to end; later sends belong to the next one. Returns whether there is no session. */
    boolean rest() {
        if (session != null && !session.isCloseSent && !outbound.hasMark()) {
            terminateInLoop();
        }
        return session == null;
    }

    void terminateQuietly() {
        if (!isIdle()) {
            terminateInLoop();
        }
    }

    boolean isIdle() {
        return state == ConnectionState.IDLE && outbound.isEmpty();
    }

    boolean isFlushed() {
        return outbound.isEmpty()
                && (state == ConnectionState.IDLE
                        || (link != null && session.isCloseSent && session.sent.isWritten() && link.isFlushed()));
    }

    void closeNow(Throwable cause) {
        boolean wasIdle = isIdle();
        closure = new SennitException(ErrorClass.NETWORK, "the network has been closed", cause);
        if (!wasIdle) {
            lose(cause);
        }
    }

    @Override
    public String toString() {
        return "Connection[process=" + process() + ", number=" + number() + ", state=" + state + ", generation="
                + generation + ", session="
                + session + ", link=" + link + ", pending=" + !outbound.isEmpty() + ", lastFailure="
                + dialer.lastFailure() + "]";
    }
}
