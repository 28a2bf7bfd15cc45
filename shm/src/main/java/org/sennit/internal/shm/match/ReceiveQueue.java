package org.sennit.internal.shm.match;

/** Where a receive has been posted, and from which it can be taken back. Any thread that may use the queue. */
interface ReceiveQueue {
    /**
     * Takes a posted receive back.
     *
     * @param receive posted here
     * @return true when it had not been matched
     */
    boolean remove(ReceiveRequest receive);
}
