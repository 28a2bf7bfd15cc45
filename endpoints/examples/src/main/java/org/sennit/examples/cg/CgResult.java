package org.sennit.examples.cg;

import java.util.Locale;

/**
 * The outcome of one run of kernel CG, the same on every rank, and its report.
 *
 * <p>Immutable; any thread. Surprise: zeta is printed with all its digits, so that two runs can be
 * compared to the last bit. Source of the report's fields: NPB's {@code print_results}.
 *
 * @param problem the class that was run
 * @param zeta the eigenvalue estimate after the last iteration
 * @param residualNorm the norm of x − A z in the last iteration
 * @param nonzeros nonzeros of the whole matrix
 * @param seconds the longest time that any rank took for the timed iterations
 * @param endpoints ranks that took part
 * @param processes processes that they live in
 */
public record CgResult(
        ProblemClass problem,
        double zeta,
        double residualNorm,
        long nonzeros,
        double seconds,
        int endpoints,
        int processes) {

    /**
     * Whether zeta is the published value.
     *
     * @return the verdict of the benchmark's own test
     */
    public boolean isVerified() {
        return problem.isVerifiedBy(zeta);
    }

    /**
     * The rate of the whole job by the benchmark's nominal operation count.
     *
     * @return millions of operations a second
     */
    public double megaOperationsPerSecond() {
        return problem.nominalOperations() / seconds / 1e6;
    }

    /**
     * The report in the manner of the NAS Parallel Benchmarks.
     *
     * @return lines, each ended by a line feed
     */
    public String report() {
        StringBuilder lines = new StringBuilder();
        line(lines, "%n %s", isVerified() ? "VERIFICATION SUCCESSFUL" : "VERIFICATION UNSUCCESSFUL");
        line(lines, " Zeta is          %.16e", zeta);
        line(lines, " Published zeta   %.13e", problem.publishedZeta());
        line(lines, " Relative error   %.3e", problem.relativeError(zeta));
        line(lines, " ||x - A z||      %.3e", residualNorm);
        line(lines, "%n CG Benchmark Completed.");
        line(lines, " Class            = %s", problem.name());
        line(lines, " Size             = %d", problem.rows());
        line(lines, " Nonzeros         = %d", nonzeros);
        line(lines, " Iterations       = %d", problem.iterations());
        line(lines, " Time in seconds  = %.3f", seconds);
        line(lines, " Endpoints        = %d", endpoints);
        line(lines, " Processes        = %d", processes);
        line(lines, " Mop/s total      = %.2f", megaOperationsPerSecond());
        line(lines, " Mop/s/endpoint   = %.2f", megaOperationsPerSecond() / endpoints);
        line(lines, " Operation type   = floating point");
        line(lines, " Verification     = %s", isVerified() ? "SUCCESSFUL" : "UNSUCCESSFUL");
        return lines.toString();
    }

    private static void line(StringBuilder lines, String format, Object... values) {
        lines.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values))
                .append('\n');
    }
}
