package org.sennit.bench.program;

import org.sennit.bench.measure.Summary;

/**
 * One benchmark at one size, as one endpoint takes part in it. All endpoints call the same methods in the same order;
 * the result of rank 0 counts. One thread.
 */
interface Workload {

    /** Runs untimed, so that code is compiled and memory is touched. Blocks. */
    void warmUp(int batches);

    /** The timed part. Blocks. Returns ns an operation. */
    Summary measure();

    /** Single operations timed one by one, for the tail: the 99th percentile, ns; NaN where measure() has it. Blocks. */
    double tailNs();
}
