package org.sennit.ownership;

import java.lang.foreign.MemorySegment;
import org.agrona.MutableDirectBuffer;
import org.sennit.internal.opi.pool.Block;
import org.sennit.internal.opi.pool.BlockPool;

/** The handle of a block without checks; an endpoint uses it again each time that it owns the block. */
final class PlainBuffer extends OwnedBuffer {
    private final BlockPool blocks; // the pool that it is freed to
    private MemorySegment view;
    private AgronaView agrona; // null until it is asked for

    PlainBuffer(Block block, PoolBuffers pool) {
        super(block, pool, 0);
        this.blocks = pool.blocks();
        this.view = block.memory();
    }

    @Override
    void use(String operation) {}

    @Override
    void check(String operation) {}

    @Override
    Block end(String operation, int peer, int tag) {
        return block();
    }

    @Override
    @Consumes
    public void free() {
        blocks.free(block());
    }

    @Override
    public MemorySegment segment() {
        MemorySegment seen = view;
        if (seen.byteSize() != lengthPlain()) {
            seen = block().memory().asSlice(0, lengthPlain());
            view = seen;
        }
        return seen;
    }

    @Override
    public MutableDirectBuffer agrona() {
        if (agrona == null) {
            agrona = new AgronaView(block().memory());
        }
        return agrona.of(lengthPlain(), pool());
    }
}
