package org.sennit.internal.opi.pool;

/** The home of blocks, to which any thread returns them: a pool of this process or of another one. */
interface HomeList {
    /**
     * Returns blocks, which the calling thread owns. Does not block. Any thread.
     *
     * @param first of a chain
     * @param last of the same chain
     */
    void bring(Block first, Block last);

    /**
     * Returns a block that was given to an endpoint, which has ended without taking it. Any thread, which owns the
     * block.
     *
     * @param block a single one
     */
    void abandoned(Block block);
}
