package org.sennit.examples.is;

import org.sennit.Blocks;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;

/**
 * Brings keys to the ranks that own them, any number from any rank to any other.
 *
 * <p>Collective: every rank calls {@link #exchange}, one thread each. The arrays of the exchange are its own and are
 * used again.
 */
final class KeyExchange {
    private final Communicator world;
    private final int[] arriving;
    private int[] received = new int[0];
    private int receivedCount;

    KeyExchange(Communicator world) {
        this.world = world;
        this.arriving = new int[world.size()];
    }

    /** Returns the keys that arrived last, {@link #receivedCount()} of them. */
    int[] received() {
        return received;
    }

    int receivedCount() {
        return receivedCount;
    }

    /**
     * Sends {@code leaving[r]} keys to each rank r, one rank's after the other's, and receives what others send here.
     * Blocks until all have arrived.
     */
    void exchange(int[] keys, int[] leaving) {
        world.alltoall(leaving, arriving);
        receivedCount = 0;
        for (int count : arriving) {
            receivedCount += count;
        }
        if (received.length < receivedCount) {
            received = new int[receivedCount + receivedCount / 8];
        }
        world.alltoallv(keys, Blocks.of(DataLayout.INT, leaving), received, Blocks.of(DataLayout.INT, arriving));
    }
}
