package org.sennit.internal.shm.match;

/**
 * Returns flow-control credit to other processes, for their messages that have left an endpoint's queue. Called by the
 * thread that drains the queue, so by one at a time.
 */
@FunctionalInterface
public interface RemoteCredit {
    /**
     * Called when a message has been received or dropped.
     *
     * @param process from which process it came
     */
    void taken(int process, long lengthBytes);
}
