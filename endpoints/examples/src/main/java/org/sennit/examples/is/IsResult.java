package org.sennit.examples.is;

import org.sennit.examples.npb.KernelReport;
import org.sennit.examples.npb.KernelResult;
import org.sennit.examples.npb.KernelTiming;

/**
 * The outcome of one run of kernel IS, the same on every rank, and its report.
 *
 * <p>Immutable; any thread.
 *
 * @param problem the class that was run
 * @param rightRanks tested keys that had the published rank, over all iterations
 * @param isSorted whether all keys were in order at the end
 * @param timing how long the timed iterations took, on how many endpoints
 */
public record IsResult(ProblemClass problem, int rightRanks, boolean isSorted, KernelTiming timing)
        implements KernelResult {
    private static final int ALL_RANKS = ProblemClass.ITERATIONS * ProblemClass.TESTED_KEYS;

    @Override
    public boolean isVerified() {
        return rightRanks == ALL_RANKS && isSorted;
    }

    @Override
    public String report() {
        return new KernelReport(isVerified())
                .line(" Right ranks      %d of %d", rightRanks, ALL_RANKS)
                .line(" Fully sorted     %s", isSorted ? "yes" : "no")
                .line("")
                .line(" IS Benchmark Completed.")
                .field("Class", "%s", problem.name())
                .field("Size", "%d", problem.totalKeys())
                .field("Iterations", "%d", ProblemClass.ITERATIONS)
                .end(timing, problem.nominalOperations(), "keys ranked");
    }
}
