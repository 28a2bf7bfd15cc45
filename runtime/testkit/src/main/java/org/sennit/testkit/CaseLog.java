package org.sennit.testkit;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * The results of this JVM's tests: cases that ran, failed, and were left out because the module's share of time was
 * used up. A case is one test, with one set of arguments. Any thread.
 */
final class CaseLog {
    private final long shareMs;
    private final LeftOut names = new LeftOut();
    private int ran;
    private int failed;
    private int leftOut;
    private String running = "no case yet";
    private long lastProgressNs = System.nanoTime();
    private long deadlineNs;

    /**
     * Begins.
     *
     * @param shareSeconds since the start of the JVM; 0 for no limit
     */
    CaseLog(double shareSeconds) {
        shareMs = (long) (1000 * shareSeconds);
    }

    /** Seconds that this JVM has run. */
    static long seconds() {
        return TimeUnit.MILLISECONDS.toSeconds(
                ManagementFactory.getRuntimeMXBean().getUptime());
    }

    boolean isShareUsedUp() {
        return shareMs > 0 && ManagementFactory.getRuntimeMXBean().getUptime() > shareMs;
    }

    /**
     * Called when a case begins.
     *
     * @param name for a report
     * @param deadlineNs that it has itself, or 0
     */
    synchronized void begins(String name, long deadlineNs) {
        running = name;
        this.deadlineNs = deadlineNs;
        lastProgressNs = System.nanoTime();
    }

    synchronized void ends(boolean hasFailed) {
        ran++;
        failed += hasFailed ? 1 : 0;
        deadlineNs = 0;
        lastProgressNs = System.nanoTime();
    }

    /**
     * Called when a test, or all of a class, does not run.
     *
     * @param name unique in JUnit
     * @param cases that it has at least
     */
    synchronized void leavesOut(String name, int cases) {
        names.add(name);
        leftOut += cases;
        lastProgressNs = System.nanoTime();
    }

    /** Returns what was left out so far. */
    LeftOut leftOut() {
        return names;
    }

    /** Returns the case that began last. */
    synchronized String running() {
        return running;
    }

    /**
     * Nanoseconds until no progress means a hang.
     *
     * @param limitNs how long no case may begin or end; from its own deadline on, where a case has one
     * @return what is left; negative when it is over
     */
    synchronized long leftNs(long limitNs) {
        return lastProgressNs + deadlineNs + limitNs - System.nanoTime();
    }

    /** Returns one line for the end. */
    synchronized String summary() {
        String result = failed == 0 ? "all passed" : failed + " failed";
        if (leftOut == 0) {
            return "all " + ran + " cases ran in " + seconds() + " s, " + result;
        }
        return "stopped by its share of " + TimeUnit.MILLISECONDS.toSeconds(shareMs) + " s: " + ran + " of at least "
                + (ran + leftOut) + " cases ran, all core cases among them, " + result;
    }
}
