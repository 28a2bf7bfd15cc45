package org.sennit.examples.npb;

/**
 * The outcome of one run of a kernel, the same on every rank.
 *
 * <p>Immutable; any thread.
 */
public interface KernelResult {
    /**
     * Returns whether the result is the published one.
     *
     * @return the verdict of the benchmark's own test
     */
    boolean isVerified();

    /** Returns the report in the manner of the NAS Parallel Benchmarks; each line ends with a line feed. */
    String report();
}
