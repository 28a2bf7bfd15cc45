package org.sennit.internal.endpoints.device.remote;

/** Receives the packets that the watch threads of the job send each other. */
public interface WatchPackets {
    /**
     * Called in an upcall for each packet; must not block.
     *
     * @param process the number of the process that has sent it
     * @param kind what it is
     * @param number belongs to the kind
     * @param others the number of other connections over which the same packet comes, for a packet that marks the end
     *     of earlier messages
     * @param payload belongs to the kind; owned by the receiver
     */
    void arrived(int process, int kind, int number, long others, byte[] payload);
}
