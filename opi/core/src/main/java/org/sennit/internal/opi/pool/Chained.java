package org.sennit.internal.opi.pool;

/** What a {@link ChainList} keeps: knows the next of its chain. Belongs to one thread, or to the list. */
public abstract class Chained {
    private Chained next;

    /** Alone. */
    protected Chained() {}

    /**
     * Returns the next of its chain.
     *
     * @return the next, or null; for the owner
     */
    public final Chained after() {
        return next;
    }

    final void after(Chained link) {
        next = link;
    }
}
