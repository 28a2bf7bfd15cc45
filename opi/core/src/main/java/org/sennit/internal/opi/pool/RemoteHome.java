package org.sennit.internal.opi.pool;

import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.endpoints.ownership.ForeignMemory;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;

/** Returns blocks of other processes of the host by their numbers, in one packet for each process. Any thread. */
final class RemoteHome implements HomeList {
    private final OwnershipEndpoint endpoint;

    RemoteHome(OwnershipEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public void bring(Block first, Block last) {
        List<ForeignMemory> memories = new ArrayList<>();
        last.next(null);
        for (Block block = first; block != null; ) {
            Block next = block.next();
            block.next(null);
            memories.add((ForeignMemory) block.passed());
            block = next;
        }
        endpoint.sendHome(memories);
    }

    @Override
    public void abandoned(Block block) {
        bring(block, block);
    }

    /**
     * Returns whether the other is a home, too: all are equal, so that {@link HomeBatches} makes one batch of their
     * blocks, and the endpoint a packet for each process.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof RemoteHome;
    }

    @Override
    public int hashCode() {
        return RemoteHome.class.hashCode();
    }
}
