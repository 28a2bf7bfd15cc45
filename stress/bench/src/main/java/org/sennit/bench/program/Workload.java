package org.sennit.bench.program;

import java.util.Map;
import org.sennit.bench.measure.Summary;

/**
 * One benchmark at one size, as one endpoint takes part in it. All endpoints call the same methods in the same order;
 * the result of rank 0 counts. One thread.
 */
interface Workload {
    /** Runs untimed, so that code is compiled and memory is touched. Blocks. */
    void warmUp(int batches);

    /** Returns the timed part. Blocks. Returns ns an operation. */
    Summary measure();

    /** Returns the 99th percentile of single operations timed one by one, in ns; NaN where measure() has it. Blocks. */
    default double tailNs() {
        return Double.NaN;
    }

    /** Returns what was measured in turn with it, by the benchmark's labels; at rank 0 after {@link #measure}. */
    default Map<String, Summary> beside() {
        return Map.of();
    }

    /** Gives back what it holds. Blocks. */
    default void close() {
        // Most hold memory of the collector's only.
    }
}
