package org.sennit.internal.launch.process;

/** Says in a line what an error means that a thread which cannot be started has caused. Threads: stateless. */
public final class ThreadLimit {
    private static final int MOST_CAUSES = 100; // they may form a circle

    private ThreadLimit() {}

    /**
     * Says what an error means that a thread which cannot be started has caused.
     *
     * @param thrown any throwable
     * @return one line, or null when it is something else
     */
    public static String explain(Throwable thrown) {
        Throwable t = thrown;
        for (int i = 0; i < MOST_CAUSES && t != null; i++, t = t.getCause()) {
            if (t instanceof OutOfMemoryError
                    && String.valueOf(t.getMessage()).startsWith("unable to create native thread")) {
                return "no more threads can be started: raise the limit of processes (ulimit -u; in a container its"
                        + " pids limit), or start fewer processes or endpoints";
            }
        }
        return null;
    }
}
