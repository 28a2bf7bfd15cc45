package org.sennit.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs one body in several threads at once. */
public final class ParallelThreads {
    private static final long MOST_SECONDS = 60;

    private ParallelThreads() {}

    /** The body of each thread. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs in one of the threads.
         *
         * @param thread its number, from 0
         * @throws Exception fails the run
         */
        void run(int thread) throws Exception;
    }

    /**
     * Runs a body in several threads, and waits for all of them.
     *
     * @param count the number of threads
     * @param body what each runs
     * @throws InterruptedException when this thread is interrupted meanwhile
     * @throws AssertionError when the body has thrown in one of them, with the first cause; when one does not end, with
     *     its stack
     */
    public static void run(int count, Body body) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        long end = System.nanoTime() + Deadlines.ns(MOST_SECONDS);
        for (int i = 0; i < count; i++) {
            int thread = i;
            threads.add(Thread.ofPlatform().daemon(true).start(() -> {
                try {
                    body.run(thread);
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        for (int i = 0; i < count; i++) {
            if (!threads.get(i).join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                throw hangs(i, threads.get(i), failures);
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("of " + count + " threads failed " + failures.size(), failures.getFirst());
        }
    }

    private static AssertionError hangs(int number, Thread thread, List<Throwable> failures) {
        AssertionError error = new AssertionError("thread " + number + " does not end");
        error.setStackTrace(thread.getStackTrace());
        synchronized (failures) {
            failures.forEach(error::addSuppressed);
        }
        return error;
    }
}
