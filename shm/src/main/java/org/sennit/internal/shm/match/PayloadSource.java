package org.sennit.internal.shm.match;

/**
 * Where the payload of a message is that does not lie in the inbox: in the sender's memory, in a buffer of the
 * network, or still in another process. Handed down into the match queue, and asked once, by the receiver's thread,
 * when the message has been matched.
 */
public interface PayloadSource {
    /**
     * Moves the payload, or starts to move it, and sees to it that both sides complete.
     *
     * @param receive the receive that has matched; it has room for the whole message
     * @param sourceRank the sender's rank
     * @param tag the tag
     * @param lengthBytes the length of the message
     */
    void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes);

    /** Returns how the payload comes, for profiles and traces, a word or two. */
    default String protocol() {
        return "eager";
    }

    /**
     * Lets the payload go: the receive had no room for it, or the endpoint has ended. The sender is not left waiting.
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
     * Discards the payload because the receiving endpoint has ended or failed. Notifies the sender of the reason, where it still
     * waits.
     *
     * @param lengthBytes the length of the message
     * @param failure why the endpoint has failed; null when it has ended in order
     */
    default void refuse(long lengthBytes, Throwable failure) {
        refuse(lengthBytes);
    }
}
