package org.sennit.internal.launch.process;

import org.sennit.internal.runtime.error.Causes;

/** Says in a line what an error means that a thread which cannot be started has caused. Threads: stateless. */
public final class ThreadLimit {
    private ThreadLimit() {}

    /**
     * Says what an error means that a thread which cannot be started has caused.
     *
     * @param thrown any throwable
     * @return one line, or null when it is something else
     */
    public static String explain(Throwable thrown) {
        for (Throwable t : Causes.of(thrown)) {
            if (t instanceof OutOfMemoryError
                    && String.valueOf(t.getMessage()).startsWith("unable to create native thread")) {
                return "no more threads can be started: raise the limit of processes (ulimit -u; in a container its"
                        + " pids limit), or start fewer processes or endpoints";
            }
        }
        return null;
    }
}
