package org.sennit.internal.shm.mapped;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.slf4j.LoggerFactory;

/**
 * The states of a mapped connection: nowhere, asking for memory, through the rings, or
 * through the underlying connection. Changed with the hold of its {@link PairService}.
 */
final class PairStates {
    /** The path that messages take. */
    enum State {
        /** Nowhere: the next send asks for memory. */
        IDLE,
        /** Memory has been asked for or offered. */
        ASKING,
        /** Through the rings. */
        READY,
        /** Through the underlying connection. */
        PASSING
    }

    private final MappedConnection connection;
    private final MappedHost module;
    private final PairService service;
    private final OutQueue queue;
    private final PairNegotiation negotiation;
    private final Records records;

    // Written with the hold, and by the thread that destroys an idle connection.
    private volatile State state = State.IDLE;

    // Guarded by the hold.
    private boolean isCloseSent;
    private boolean isCloseReceived;
    private boolean isDead; // it has been reported, and the peer has not come again

    PairStates(MappedConnection connection, PairService service) {
        this.connection = connection;
        this.module = connection.module();
        this.service = service;
        this.queue = connection.queue();
        this.negotiation = new PairNegotiation(connection, service, this);
        this.records = new Records();
    }

    /** What the ring brings: all but the peer's CLOSE is the device's. */
    private final class Records extends RingUpcalls {
        Records() {
            super(connection, module.upcalls());
        }

        @Override
        public void closed() {
            closeReceived();
        }
    }

    /** Returns what takes the records of the ring. */
    RingUpcalls records() {
        return records;
    }

    PairNegotiation negotiation() {
        return negotiation;
    }

    /** Returns the state. Any thread. */
    State state() {
        return state;
    }

    /** Gives the connection up, and notifies the peer if it has the ring. */
    void giveUp(Throwable cause) {
        boolean isKnown = state == State.READY;
        broke(cause, true);
        if (isKnown) {
            negotiation.send(new ControlPacket(ControlPacket.BROKEN, 0, String.valueOf(cause.getMessage())));
        }
    }

    /** Returns whether messages or the negotiation go through the underlying connection. Any thread. */
    boolean needsInner() {
        return state == State.ASKING || state == State.PASSING;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    boolean isAsking() {
        return state == State.ASKING;
    }

    boolean isIdleOrPassing() {
        State now = state;
        return now == State.IDLE || now == State.PASSING;
    }

    boolean isReady() {
        return state == State.READY;
    }

    boolean isPassing() {
        return state == State.PASSING;
    }

    void asking() {
        state = State.ASKING;
        module.stateChanged();
    }

    /** Called when both sides have mapped the memory. */
    void ready(MappedPair made) {
        isCloseSent = false;
        isCloseReceived = false;
        isDead = false;
        connection.large().begin(made);
        synchronized (queue) { // a sender sees the pair, or this thread sees what the sender added
            queue.begin(made);
            connection.publish(made);
        }
        state = State.READY;
        service.want();
        module.stateChanged();
    }

    /** Called when the peer sends through the underlying connection: so does this side, unless it has the rings. */
    void peerPasses() {
        if (state == State.IDLE || state == State.ASKING) {
            negotiation.reset();
            state = State.PASSING;
            isDead = false;
            module.stateChanged();
        }
    }

    /** Called when the peer is lost, after what it has sent has been read. */
    void lost(Throwable cause) {
        broke(cause, !isDead);
        isDead = true;
    }

    /** Called when there is no shared memory with this peer. */
    void passing(String reason) {
        if (state != State.PASSING) {
            passing();
            module.cannotMap(connection, reason);
        }
    }

    /** Sends messages through the underlying connection from now on. */
    void passing() {
        state = State.PASSING;
        isDead = false;
        service.want();
        module.stateChanged();
    }

    /** Called when the peer sends nothing more. With the hold. */
    void closeReceived() {
        isCloseReceived = true;
        if (!isCloseSent) {
            queue.addEnd(); // what is pending still goes out
        }
    }

    /** Called when the connection is destroyed while it is idle: passes nothing on any more. */
    void destroyed() {
        state = State.IDLE;
    }

    // ---- ending, with the hold ----

    boolean isCloseSent() {
        return isCloseSent;
    }

    void closeSent() {
        isCloseSent = true;
        endIfClosed();
    }

    /** Ends the pair when both sides have closed it. */
    void endIfClosed() {
        if (isCloseSent && isCloseReceived && state == State.READY) {
            forgetPair();
            terminated();
            negotiation.takeEarlyPacket();
            service.want();
        }
    }

    private void forgetPair() {
        MappedPair old = connection.pair();
        synchronized (queue) {
            if (old != null) {
                old.out.keepForQueue(); // a sender that still has it learns that it must queue
            }
            connection.publish(null);
            queue.end();
        }
        state = State.IDLE;
        isCloseSent = false;
        isCloseReceived = false;
        module.stateChanged();
    }

    /** Called when the underlying connection has ended, and its last upcall is over. */
    void innerEnded() {
        if (state == State.PASSING) {
            state = State.IDLE;
            terminated();
        } else if (state == State.READY) {
            service.readRest();
            if (state == State.READY && (queue.isEmpty() || queue.isAtEnd())) { // it is gone and cannot answer
                if (queue.isAtEnd()) {
                    queue.removeFirst();
                }
                negotiation.reset(); // an early offer came by the connection that has ended
                forgetPair();
                terminated();
            } else if (state == State.READY) {
                broke(
                        new SennitException(ErrorClass.NETWORK, "the peer has left, process=" + connection.process()),
                        true);
            }
        } else if (state == State.ASKING) { // what was asked may be lost
            negotiation.reset();
            state = State.IDLE;
        }
        service.want();
    }

    /** Fails everything that is pending. */
    void broke(Throwable cause, boolean isReported) {
        Throwable exact = cause instanceof SennitException
                ? cause
                : new SennitException(
                        ErrorClass.NETWORK,
                        "connection broken, process=" + connection.process() + ": " + cause.getMessage(),
                        cause);
        SendQueue pending = queue.takeAll();
        forgetPair();
        negotiation.reset();
        while (!pending.isEmpty()) {
            NetworkSend operation = pending.removeFirst();
            if (!QueuedSend.isEnd(operation)) {
                operation.fail(connection, exact);
            }
        }
        if (isReported) {
            report(() -> module.upcalls().failed(connection, exact));
        }
    }

    /** Notifies the device that the connection has ended in order. */
    void terminated() {
        report(() -> module.upcalls().terminated(connection));
    }

    private void report(Runnable upcall) {
        try {
            upcall.run();
        } catch (Throwable e) {
            LoggerFactory.getLogger(PairStates.class).error("an upcall failed, process={}", connection.process(), e);
        }
    }

    @Override
    public String toString() {
        return state.toString();
    }
}
