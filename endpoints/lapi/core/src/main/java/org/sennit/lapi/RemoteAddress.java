package org.sennit.lapi;

/**
 * A place in memory that a task has registered by {@link Lapi#register}: what LAPI's programs know of a remote task as
 * a pointer. Means the same on every task; {@link Lapi#addressInit} exchanges such addresses.
 *
 * @param task whose memory it is
 * @param region the number of the memory at that task
 * @param offsetBytes from the beginning of the memory
 */
public record RemoteAddress(int task, int region, long offsetBytes) {
    /**
     * Returns the address of a place further on.
     *
     * @param bytes how far; may be negative
     * @return an address in the same memory
     */
    public RemoteAddress plus(long bytes) {
        return new RemoteAddress(task, region, offsetBytes + bytes);
    }
}
