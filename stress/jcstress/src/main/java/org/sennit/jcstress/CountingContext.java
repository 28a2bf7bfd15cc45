package org.sennit.jcstress;

/**
 * A context in which a park returns at once, and which records whether a thread parked and whether one was
 * woken. It claims one processor, so that waiters do not spin first.
 *
 * <p>Threads: one parks, the other unparks; the fields are read when both have ended.
 */
public final class CountingContext extends ActorContext {
    /** Whether a thread was woken; written by the waker. */
    public boolean hasUnparked;

    boolean hasParked; // by the waiter

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        hasParked = true;
        Thread.onSpinWait();
    }

    @Override
    public void unpark(Thread thread) {
        hasUnparked = true;
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable body) {
        return new Thread(body, name);
    }

    @Override
    public int availableProcessors() {
        return 1;
    }
}
