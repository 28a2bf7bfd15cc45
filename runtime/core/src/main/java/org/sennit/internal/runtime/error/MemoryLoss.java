package org.sennit.internal.runtime.error;

/** The text of errors about memory of the user that can no longer be accessed. */
public final class MemoryLoss {
    /** Why a memory segment refuses an access, in parentheses. */
    public static final String REASON = "(its arena is closed, or it is confined to another thread)";

    private MemoryLoss() {}
}
