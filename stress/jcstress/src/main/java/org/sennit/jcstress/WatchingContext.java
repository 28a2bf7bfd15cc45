package org.sennit.jcstress;

/**
 * A context with one thread, which an actor is: {@link #watch} runs what it was to run. A short park returns at once, a
 * long one after an unpark, or when it is over: then none will come.
 *
 * <p>Threads: one watches, the other unparks, and calls {@link #over} as its last step.
 */
final class WatchingContext extends ActorContext {
    private Runnable body; // set before both actors
    private volatile boolean isWoken;
    private volatile boolean isOver;

    /** The thread would sleep for ever. */
    private static final class Asleep extends RuntimeException {
        private static final long serialVersionUID = 1;

        Asleep() {
            super(null, null, false, false);
        }
    }

    /** Runs the thread's body, until it sleeps and no thread will wake it. */
    void watch() {
        try {
            body.run();
        } catch (Asleep e) {
            // what it has done by then is the outcome
        }
    }

    /** Notes that no further unpark will come. */
    void over() {
        isOver = true;
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        if (timeoutNs != Long.MAX_VALUE) {
            return;
        }
        boolean wasOver = false;
        while (!isWoken) {
            if (wasOver) { // and was not woken before it was over
                throw new Asleep();
            }
            wasOver = isOver;
            Thread.onSpinWait();
        }
        isWoken = false;
    }

    @Override
    public void unpark(Thread thread) {
        isWoken = true;
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable run) {
        body = run;
        return new Thread(name);
    }
}
