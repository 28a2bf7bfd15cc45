package org.sennit.internal.shm.match;

/**
 * What an endpoint owes to senders in other processes: room for the messages of theirs that it has taken out of its queue. Told by
 * the thread that drains the queue, so by one at a time.
 */
@FunctionalInterface
public interface RemoteCredit {
    /**
     * A message has been received, or dropped.
     *
     * @param process from which process it came
     * @param lengthBytes its length
     */
    void taken(int process, long lengthBytes);
}
