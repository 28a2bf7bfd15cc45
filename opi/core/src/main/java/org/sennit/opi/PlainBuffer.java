package org.sennit.opi;

import java.lang.foreign.MemorySegment;
import org.agrona.MutableDirectBuffer;
import org.sennit.opi.pool.Block;

/** A handle that is used again and again with its block, whoever owns it. Looks for nothing. */
final class PlainBuffer extends OwnedBuffer {
    private MemorySegment view;
    private AgronaView agrona; // null: never asked for

    private PlainBuffer(Block block, OwnershipPool pool, long length) {
        super(block, pool, length);
        this.view = block.memory();
    }

    /** The handle of a block that the pool's endpoint owns. */
    static PlainBuffer of(Block block, OwnershipPool pool, long length) {
        PlainBuffer buffer = (PlainBuffer) block.handle();
        if (buffer == null) {
            buffer = new PlainBuffer(block, pool, length);
            block.handle(buffer);
        } else {
            buffer.held(pool, length);
        }
        return buffer;
    }

    @Override
    void use(String operation) {}

    @Override
    Block end(OwnershipPool by, String operation, int peer, int tag) {
        return block();
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
