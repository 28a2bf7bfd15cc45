package org.sennit.internal.opi.pool;

/** Returns blocks of other homes: to a pool of this process, or of another one. */
interface HomeList {
    /**
     * Brings blocks back. Does not block; any thread, which owns them.
     *
     * @param first of a chain, in which each knows the next
     * @param last of the same chain
     */
    void bring(Block first, Block last);

    /**
     * Brings a block back that was given to an endpoint which has ended without taking it. Any thread, which owns it.
     *
     * @param block a single one
     */
    void abandoned(Block block);
}
