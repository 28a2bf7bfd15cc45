package org.sennit.internal.shm.mapped.transfer;

import org.sennit.spi.network.LargeMessageOperation;

/** The other side's memory of a message, as this side reaches it. */
interface RemoteMemory {
    /**
     * Copies bytes between the operation's memory and the other side's, in the direction in which the message goes.
     *
     * @param operation this side
     * @param at the first byte of the message
     * @throws IllegalStateException when this side's memory has been closed
     */
    void move(LargeMessageOperation operation, long at, long bytes);

    /**
     * Checks after the last copy whether what was copied was the other side's memory all the time.
     *
     * @throws org.sennit.spi.network.PeerMemoryLostException when it has been given up meanwhile
     */
    void check();
}
