package org.sennit.examples.cg;

import org.sennit.examples.npb.KernelReport;
import org.sennit.examples.npb.KernelResult;
import org.sennit.examples.npb.KernelTiming;

/**
 * The outcome of one run of kernel CG, the same on every rank, and its report.
 *
 * <p>Immutable; any thread. Surprise: zeta is printed with all its digits, so that two runs can be
 * compared to the last bit.
 *
 * @param problem the class that was run
 * @param zeta the eigenvalue estimate after the last iteration
 * @param residualNorm the norm of x − A z in the last iteration
 * @param nonzeros nonzeros of the whole matrix
 * @param timing how long the timed iterations took, on how many endpoints
 */
public record CgResult(ProblemClass problem, double zeta, double residualNorm, long nonzeros, KernelTiming timing)
        implements KernelResult {
    @Override
    public boolean isVerified() {
        return problem.isVerifiedBy(zeta);
    }

    @Override
    public String report() {
        return new KernelReport(isVerified())
                .line(" Zeta is          %.16e", zeta)
                .line(" Published zeta   %.13e", problem.publishedZeta())
                .line(" Relative error   %.3e", problem.relativeError(zeta))
                .line(" ||x - A z||      %.3e", residualNorm)
                .line("")
                .line(" CG Benchmark Completed.")
                .field("Class", "%s", problem.name())
                .field("Size", "%d", problem.rows())
                .field("Nonzeros", "%d", nonzeros)
                .field("Iterations", "%d", problem.iterations())
                .end(timing, problem.nominalOperations(), "floating point");
    }
}
