package org.sennit.internal.opi.pool;

/** A link of a {@link ChainList}, with the next one of its chain. Belongs to one thread, or to the list. */
public abstract class Chained {
    private Chained next;

    /** Makes a link without a next one. */
    protected Chained() {}

    /** Returns the next link of the chain, or null; for the owner. */
    public final Chained after() {
        return next;
    }

    final void after(Chained link) {
        next = link;
    }
}
