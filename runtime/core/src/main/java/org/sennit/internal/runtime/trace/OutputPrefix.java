package org.sennit.internal.runtime.trace;

/**
 * The label that a thread's output lines carry when the user asked for it, for example {@code [3] } for an endpoint of
 * rank 3.
 *
 * <p>Set for the thread that runs an endpoint; threads that it starts inherit it. The launcher reads
 * it when it writes a line, and never for anything else: no rank is found through the current thread.
 */
public final class OutputPrefix {
    private static final InheritableThreadLocal<String> CURRENT = new InheritableThreadLocal<>();

    private OutputPrefix() {}

    /**
     * Labels the lines of the current thread, and of threads that it starts from now on, with a rank.
     *
     * @param rank the rank in the job's world
     */
    public static void setRank(int rank) {
        CURRENT.set("[" + rank + "] ");
    }

    /** Takes the label from the current thread. */
    public static void clear() {
        CURRENT.remove();
    }

    /** Returns the label of the current thread, ending with a blank, or null when the thread runs no endpoint. */
    public static String current() {
        return CURRENT.get();
    }
}
