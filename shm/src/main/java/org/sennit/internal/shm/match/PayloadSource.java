package org.sennit.internal.shm.match;

import org.sennit.internal.runtime.trace.MessageProtocol;

/**
 * The payload of a message that is not in the inbox: in the sender's memory, in a buffer of the network, or still in
 * another process. The receiver's thread ends it by one call of {@link #deliver}, {@link #discard} or {@link #refuse}.
 */
public interface PayloadSource {
    /**
     * Moves the payload, or starts to, and completes both sides.
     *
     * @param receive the receive that has matched; it has room for the whole message
     * @param sourceRank the sender's rank
     * @param lengthBytes the length of the message
     */
    void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes);

    /** Returns the name of the protocol, for profiles and traces. */
    default MessageProtocol protocol() {
        return MessageProtocol.EAGER;
    }

    /**
     * Drops the payload: the receive has no room for it. Completes the sender.
     *
     * @param lengthBytes the length of the message
     */
    void discard(long lengthBytes);

    /**
     * Discards the payload because the receiving endpoint has ended. Notifies the sender, where it still waits.
     *
     * @param lengthBytes the length of the message
     */
    default void refuse(long lengthBytes) {
        discard(lengthBytes);
    }

    /**
     * Discards the payload because the receiving endpoint has ended or failed. Notifies the sender of the
     * reason, where it still waits.
     *
     * @param lengthBytes the length of the message
     * @param failure why the endpoint has failed; null when it has ended in order
     */
    default void refuse(long lengthBytes, Throwable failure) {
        refuse(lengthBytes);
    }
}
