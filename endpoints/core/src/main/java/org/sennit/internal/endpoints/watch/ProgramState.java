package org.sennit.internal.endpoints.watch;

/**
 * The program of one endpoint of the world: the thread that runs it, and whether it has ended. Written by that thread,
 * read by the watch thread.
 */
public final class ProgramState {
    // Volatile store by the thread that begins, volatile load by any: null before a thread has taken the endpoint.
    private volatile Thread thread;

    // Volatile store after the last call for the endpoint, volatile load before a thread acts for it: publishes the
    // end.
    private volatile boolean hasEnded;

    /** Returns the thread that runs the program, or null before it has begun. */
    public Thread thread() {
        return thread;
    }

    /** Enters the thread that runs the program. */
    public void begin(Thread driver) {
        thread = driver;
    }

    /** Enters the end, after the last call of the program's thread for its endpoint. */
    public void end() {
        hasEnded = true;
    }

    /** Returns whether the program has ended, so that another thread may act for the endpoint. */
    public boolean hasEnded() {
        return hasEnded;
    }
}
