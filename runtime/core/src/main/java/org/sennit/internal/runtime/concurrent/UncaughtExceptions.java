package org.sennit.internal.runtime.concurrent;

/** Exceptions of a program's actions that no call of the program is there to throw. Any thread. */
public final class UncaughtExceptions {
    private UncaughtExceptions() {}

    /**
     * Gives one to the calling thread's handler of uncaught exceptions. What the handler throws is ignored, as the JVM
     * ignores it: the call of which the action has made use is not to blame.
     *
     * @param thrown by an action
     */
    public static void handle(Throwable thrown) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable e) { // ignored
        }
    }
}
