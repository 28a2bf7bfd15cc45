package org.sennit.internal.net.loop;

/**
 * The system cannot read or write the memory of a message any more, though its arena is open: a mapped file has been
 * made shorter. The socket itself is well.
 */
public final class MemoryGoneException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Makes one whose text names the probable cause. */
    public MemoryGoneException() {
        super("the system cannot reach the memory of a message: perhaps a mapped file has been made shorter");
    }
}
