package org.sennit.internal.shm.match;

/**
 * The calls of a context whose messages carry the number of their call as tag. A message of a call that is over here is
 * received by no call.
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
     * Reports a message of a call that is over, which is never received. Called without the queue's lock by the thread
     * that ends the queue or serves it afterwards; does not throw.
     *
     * @param source the sender's rank
     * @param tag the number of the call
     * @param lengthBytes the length of the message
     */
    void left(int source, int tag, long lengthBytes);
}
