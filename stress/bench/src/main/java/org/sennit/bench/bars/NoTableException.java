package org.sennit.bench.bars;

/** A build that was to print a table has ended without one. */
public final class NoTableException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final boolean isOwn;

    NoTableException(String message, boolean isOwn) {
        super(message);
        this.isOwn = isOwn;
    }

    /** Returns whether it is this build, and not the other checkout. */
    public boolean isOwn() {
        return isOwn;
    }
}
