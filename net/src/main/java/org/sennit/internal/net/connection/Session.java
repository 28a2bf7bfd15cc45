package org.sennit.internal.net.connection;

import org.sennit.internal.net.flow.ReceiveSequence;
import org.sennit.internal.net.flow.ResendBuffer;
import org.sennit.internal.net.flow.StagingPools;

/**
 * The state that two processes share from the first socket between them until both have sent CLOSE: the numbers of the
 * frames of both directions. Sockets under it may come and go. Used with the loop held.
 */
final class Session {
    final ResendBuffer sent;
    final ReceiveSequence received = new ReceiveSequence();

    /** Counts the sessions of the two; settled when it is established. */
    int generation;

    /** It has had a socket: from now on only both sides together, or a failure, can end it. */
    boolean isEstablished;

    boolean isCloseSent;
    boolean isCloseReceived;

    /** The peer has announced that it ends for good. */
    boolean isPeerLeaving;

    Session(StagingPools pools, int resendBytes, int generation) {
        this.sent = new ResendBuffer(pools, resendBytes);
        this.generation = generation;
    }

    /** Returns its description in a handshake. */
    long receivedForHello() {
        return isEstablished ? received.received() : -1;
    }

    /** Returns whether nothing is missing on either side, as far as this one has to know. */
    boolean isOver() {
        return isCloseSent && isCloseReceived && sent.isAcknowledged();
    }

    /** Returns whether a peer that has gone has had all that it wanted. */
    boolean isOverForPeer() {
        return isCloseReceived && (isPeerLeaving || (isCloseSent && sent.unacknowledged() <= 1));
    }

    @Override
    public String toString() {
        return "Session[established=" + isEstablished + ", sent=" + sent.lastSequence() + ", unacknowledged="
                + sent.unacknowledged() + ", isWritten=" + sent.isWritten() + ", received=" + received.received()
                + ", closeSent=" + isCloseSent + ", closeReceived=" + isCloseReceived + "]";
    }
}
