package org.sennit.internal.shm.match;

/**
 * The calls of a context whose messages have the number of the call as their tag, each received by the call of the same number.
 * A message for a call that is over belongs to no call of this endpoint.
 */
public interface NumberedCalls {
    /**
     * Returns whether a call has been made here and has ended.
     *
     * @param tag the call's number
     * @return true when it receives nothing any more
     */
    boolean isOver(int tag);

    /**
     * Reports a message of a call that is over, which is never received. Called without the queue's lock by the thread that
     * ends the queue or serves it afterwards; does not throw.
     *
     * @param source the sender's rank
     * @param tag the number of the call
     * @param lengthBytes the length of the message
     */
    void left(int source, int tag, long lengthBytes);
}
