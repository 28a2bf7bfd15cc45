package org.sennit.internal.endpoints.device.remote;

/** Who gets the packets that the threads which look after the job send each other. */
public interface WatchPackets {
    /**
     * A packet has come; in an upcall, so it must not block.
     *
     * @param process the number of the process that has sent it
     * @param kind what it is
     * @param number belongs to the kind
     * @param others over how many other connections the same packet comes, where it marks the end of what was sent before
     * @param payload belongs to the kind; the receiver's
     */
    void arrived(int process, int kind, int number, long others, byte[] payload);
}
