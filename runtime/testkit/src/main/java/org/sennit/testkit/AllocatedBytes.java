package org.sennit.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Bytes of heap that a thread has allocated, by the JVM's own count, and the assertion that code allocates none once
 * it is warm. Each method speaks of the thread that calls it, which must be a platform thread.
 *
 * <p>Surprise: code may allocate until it is compiled – class loading, linking of handles, objects that escape analysis
 * removes later – so the assertion asks for one window without allocation, not for a small sum.
 */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

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
     * Runs a step again and again, in windows, until a whole window has allocated nothing; fails when none has.
     *
     * @param windows how many windows may allocate before it is an error; the last one must not
     * @param stepsPerWindow steps of each window
     * @param step what is measured; runs on this thread
     * @throws AssertionError if every window allocated
     */
    public static void assertNoneInSteadyState(int windows, int stepsPerWindow, Runnable step) {
        long least = Long.MAX_VALUE;
        for (int window = 0; window < windows; window++) {
            long before = ofThisThread();
            for (int i = 0; i < stepsPerWindow; i++) {
                step.run();
            }
            least = Math.min(least, ofThisThread() - before);
            if (least == 0) {
                return;
            }
        }
        throw new AssertionError(
                "allocated bytes=" + least + " steps=" + stepsPerWindow + " in the best of windows=" + windows);
    }
}
