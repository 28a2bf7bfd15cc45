package org.sennit.internal.opi.pool;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.internal.endpoints.ownership.OwnershipMemory;

/** The object by which messages pass a block of this process. */
final class PooledMemory extends OwnershipMemory {
    private final Block block;

    PooledMemory(OwnershipEndpoint endpoint, Block block) {
        super(endpoint);
        this.block = block;
    }

    Block block() {
        return block;
    }

    void vanish() {
        unlist();
    }

    @Override
    public MemorySegment memory() {
        return block.memory();
    }

    @Override
    protected void returned() {
        block.home().bring(block, block);
    }

    @Override
    protected void abandoned() {
        block.home().abandoned(block);
    }
}
