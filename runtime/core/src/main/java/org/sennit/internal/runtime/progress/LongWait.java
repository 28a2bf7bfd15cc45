package org.sennit.internal.runtime.progress;

import org.sennit.spi.progress.Awaited;

/**
 * A long wait of one thread, described by the waiting thread itself for each question of {@link LongWaits#ask}. Any
 * thread may read.
 */
public final class LongWait {
    private static final String WAITS = " waits: ";

    private final ProgressEngine engine;
    private final Thread thread;
    private final long sinceNs;
    private final boolean isTimed;
    private final String condition;
    private final String threadName;

    // Volatile stores by the waiting thread, the number of the question last; volatile loads by the asking threads.
    private volatile Awaited awaited;
    private volatile long work;
    private volatile int answered;

    /**
     * Describes a wait that has become long; called by the waiting thread.
     *
     * @param sinceNs when it began, in nanoseconds of the job's clock
     * @param isTimed whether it has a timeout
     * @param condition names what is waited for where there is no description
     */
    public LongWait(ProgressEngine engine, Thread thread, long sinceNs, boolean isTimed, String condition) {
        this.engine = engine;
        this.thread = thread;
        this.sinceNs = sinceNs;
        this.isTimed = isTimed;
        this.condition = condition;
        this.threadName = thread.getName();
    }

    /** Answers a question; called by the waiting thread when it has no work and its wait is not over. */
    public void answer(Awaited description, long workDone, int question) {
        awaited = description;
        work = workDone;
        answered = question;
    }

    /** Puts the description of the wait into the thread's name, so that thread dumps of the JVM show it. */
    void nameThread() {
        if (!thread.isVirtual()) {
            thread.setName(threadName + WAITS + describe());
        }
    }

    /** Returns the name of a thread without the description of a wait. */
    static String plainName(Thread thread) {
        String name = thread.getName();
        int end = name.indexOf(WAITS);
        return end < 0 ? name : name.substring(0, end);
    }

    /** Restores the thread's name. */
    void restoreName() {
        if (!thread.isVirtual()) {
            thread.setName(threadName);
        }
    }

    /** Returns the engine in which the thread waits. */
    public ProgressEngine engine() {
        return engine;
    }

    /** Returns the waiting thread. */
    public Thread thread() {
        return thread;
    }

    /** Returns when the wait began, in nanoseconds of the job's clock. */
    public long sinceNs() {
        return sinceNs;
    }

    /** Returns whether the wait ends by itself after some time; true for a wait with a timeout. */
    public boolean isTimed() {
        return isTimed;
    }

    /** Returns what the thread waits for; null when something else than endpoints may end the wait. */
    public Awaited awaited() {
        return awaited;
    }

    /** Returns what the thread waits for, as text: the description where there is one, else a name. */
    public String describe() {
        Awaited known = awaited;
        return known == null ? condition : known.operation();
    }

    /**
     * Returns the endpoint's work during this wait, apart from polls of the network.
     *
     * @return a number that grows with everything that this thread has done for the endpoint
     */
    public long work() {
        return work;
    }

    /**
     * Returns the last question that the thread has answered. At that time it had no work, and its wait was not over.
     */
    public int answered() {
        return answered;
    }
}
