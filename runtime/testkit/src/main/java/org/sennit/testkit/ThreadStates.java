package org.sennit.testkit;

/** What the threads of a test do, as the JVM sees them. From any thread. */
public final class ThreadStates {
    private ThreadStates() {}

    /**
     * Returns whether a thread is parked or waits on a monitor, with or without a timeout: a test that loops until then
     * has its deadline as its only clock.
     *
     * @param thread the thread; null for one that is not known yet
     * @return false for null, and for one that waits for nothing but to enter a monitor
     */
    public static boolean isWaiting(Thread thread) {
        if (thread == null) {
            return false;
        }
        Thread.State state = thread.getState(); // once: it may change between two looks
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }
}
