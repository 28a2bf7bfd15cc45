package org.sennit.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Bytes of heap that a thread has allocated, by the JVM's own count, and the assertion that code allocates none once it
 * is warm. Each method but {@link #ofAllThreads} speaks of the thread that calls it, which must be a platform thread.
 *
 * <p>Surprise: code may allocate until it is compiled – class loading, linking of handles, objects that escape analysis
 * removes later – so the assertion asks for windows without allocation, not for a small sum. On a busy machine the
 * compilers fall behind, so what ends it is a time and not a number of windows.
 */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Until then code that still allocates is not taken for code that always will; multiplied as in {@link Deadlines}.
     */
    private static final long LIMIT_SECONDS = 10;

    private AllocatedBytes() {}

    /**
     * Reads the count. Does not allocate itself.
     *
     * @return bytes allocated by this thread since it started
     */
    public static long ofThisThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /**
     * Reads the count of all threads of this JVM together, platform and ended ones too.
     *
     * @return bytes allocated since the JVM started
     */
    public static long ofAllThreads() {
        return THREADS.getTotalThreadAllocatedBytes();
    }

    /**
     * Runs a step again and again, in windows, until they show that it allocates nothing; see {@link CleanWindows}.
     *
     * @param windows the least number of windows before it fails
     * @param stepsPerWindow steps of each window
     * @param step what is measured; runs on this thread
     * @throws AssertionError if the last windows still allocated after {@value #LIMIT_SECONDS} s
     */
    public static void assertNoneInSteadyState(int windows, int stepsPerWindow, Runnable step) {
        assertNoneInSteadyState(windows, stepsPerWindow, Deadlines.ns(LIMIT_SECONDS), step);
    }

    static void assertNoneInSteadyState(int windows, int stepsPerWindow, long limitNs, Runnable step) {
        CleanWindows last = new CleanWindows(0);
        long startNs = System.nanoTime();
        for (int window = 0;
                (window < windows || System.nanoTime() - startNs < limitNs) && !last.isSteady() && !last.isHopeless();
                window++) {
            long before = ofThisThread();
            for (int i = 0; i < stepsPerWindow; i++) {
                step.run();
            }
            last.add(ofThisThread() - before);
        }
        last.assertSteady("steps=" + stepsPerWindow + " windows=" + windows);
    }
}
