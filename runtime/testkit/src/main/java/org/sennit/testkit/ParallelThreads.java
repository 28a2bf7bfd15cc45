package org.sennit.testkit;

import java.util.ArrayList;
import java.util.List;

/** Runs one body in several threads at once. */
public final class ParallelThreads {
    private ParallelThreads() {}

    /** What each thread runs. */
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
     * @param count how many threads
     * @param body what each runs
     * @throws InterruptedException when this thread is interrupted meanwhile
     * @throws AssertionError when the body has thrown in one of them, with the first cause
     */
    public static void run(int count, Body body) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
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
        for (Thread each : threads) {
            each.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("of " + count + " threads failed " + failures.size(), failures.getFirst());
        }
    }
}
