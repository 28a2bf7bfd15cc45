package org.sennit.testkit;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Runs a piece of code on a thread of its own and fails when it has not ended by its deadline, with the stacks of all
 * threads on stderr, those of the JVMs that were started included. What the code throws is thrown to the caller as it
 * is.
 *
 * <p>Threads: any; the caller blocks. A run that is late is interrupted and left behind as a daemon.
 */
public final class TimedRun {
    private TimedRun() {}

    /** Code that may throw anything. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs.
         *
         * @throws Throwable whatever; it is passed on to the caller of {@link #within}
         */
        void run() throws Throwable;
    }

    /**
     * Runs {@code body} and waits for its end.
     *
     * @param name what is shown when the deadline passes
     * @param timeoutNs the deadline, in nanoseconds from now; multiplied as in {@link Deadlines}
     * @param body the code
     * @throws AssertionError if it has not ended in time
     * @throws Throwable what the body throws
     */
    public static void within(String name, long timeoutNs, Body body) throws Throwable {
        within(name, Deadlines.scaled(timeoutNs), body, System.err);
    }

    static void within(String name, long timeoutNs, Body body, PrintStream err) throws Throwable {
        Throwable[] thrown = new Throwable[1];
        Thread thread = Thread.ofPlatform().name("test " + name).daemon(true).unstarted(() -> {
            try {
                body.run();
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        thread.start();
        if (!thread.join(Duration.ofNanos(timeoutNs))) {
            AssertionError late = new AssertionError(message(name, timeoutNs));
            late.setStackTrace(thread.getStackTrace());
            err.println(late.getMessage());
            err.println(ChildStacks.ofDescendants());
            err.println(ThreadStacks.ofAllThreads());
            thread.interrupt();
            throw late;
        }
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }

    private static String message(String name, long timeoutNs) {
        return name
                + " has not ended after "
                + TimeUnit.NANOSECONDS.toMillis(timeoutNs)
                + " ms; the stacks of all threads are on stderr, that of the test is here";
    }
}
