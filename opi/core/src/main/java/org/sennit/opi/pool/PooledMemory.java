package org.sennit.opi.pool;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.passing.PassedMemory;
import org.sennit.endpoints.passing.PassingEndpoint;

/** A block of this process as messages pass it. */
final class PooledMemory extends PassedMemory {
    private final Block block;

    PooledMemory(PassingEndpoint endpoint, Block block) {
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
