package org.sennit.internal.runtime.error;

/**
 * The loss of the user's memory: what the JDK throws when a segment refuses an access, and the text of errors about it.
 * Whether memory of this side or a peer is lost is decided here alone. Any thread.
 */
public final class MemoryLoss {
    /** Why a memory segment refuses an access, in parentheses. */
    public static final String REASON =
            "(its arena is closed, its file was cut short, or it is confined to another thread)";

    private MemoryLoss() {}

    /**
     * Returns whether memory of this side is lost: its arena is closed (an IllegalStateException, as the JDK and the
     * modules throw it), or it is confined to another thread.
     *
     * @param cause what has been thrown or reported
     */
    public static boolean is(Throwable cause) {
        return cause instanceof IllegalStateException || cause instanceof WrongThreadException;
    }

    /**
     * Returns a failed access as an IllegalStateException, the form in which network modules report lost memory: the
     * cause itself, or an exception around it (around an InternalError: a mapped file has become shorter).
     *
     * @param cause what the access has thrown
     */
    public static IllegalStateException reported(Throwable cause) {
        return cause instanceof IllegalStateException known
                ? known
                : new IllegalStateException(cause.getMessage(), cause);
    }
}
