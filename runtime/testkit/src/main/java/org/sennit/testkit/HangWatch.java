package org.sennit.testkit;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Ends this JVM when no case has begun or ended for a time, minutes by default: it names the case, prints the stacks of
 * this JVM and of those that it has started, ends those and then itself, so that the build fails. It is there for what
 * has no {@link Deadline} (a case that has one gets that time on top), and follows progress: a module may take as long
 * as it likes.
 *
 * <p>Threads: one daemon; {@link #close} from JUnit's.
 */
final class HangWatch implements AutoCloseable {
    private static final int EXIT_STATUS = 3;

    private final CaseLog log;
    private final long limitNs;
    private final Thread thread;

    HangWatch(CaseLog log, double limitSeconds) {
        this.log = log;
        limitNs = (long) (1e9 * limitSeconds);
        thread = Thread.ofPlatform().daemon(true).name("watch for hangs").start(this::watch);
    }

    private void watch() {
        try {
            for (long leftNs = limitNs; leftNs > 0; leftNs = log.leftNs(limitNs)) {
                Thread.sleep(Duration.ofNanos(leftNs));
            }
            report(System.err);
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(EXIT_STATUS);
        } catch (InterruptedException e) {
            // closed
        }
    }

    /** Prints a report; what must not be lost comes first. */
    private void report(PrintStream err) {
        err.printf(
                "HANG: no case has begun or ended for %d s; the last that began: %s%n",
                TimeUnit.NANOSECONDS.toSeconds(limitNs), log.running());
        err.println(ChildStacks.ofDescendants());
        err.println(ThreadStacks.ofAllThreads());
        err.flush();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
