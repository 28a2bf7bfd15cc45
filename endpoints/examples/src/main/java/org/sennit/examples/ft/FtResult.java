package org.sennit.examples.ft;

import java.util.List;
import org.sennit.examples.npb.KernelReport;
import org.sennit.examples.npb.KernelResult;
import org.sennit.examples.npb.KernelTiming;

/**
 * The outcome of one run of kernel FT, the same on every rank, and its report.
 *
 * <p>Immutable; any thread.
 *
 * @param problem the class that was run
 * @param checksums the checksum after each iteration
 * @param timing how long the timed part took, on how many endpoints
 */
public record FtResult(ProblemClass problem, List<Complex> checksums, KernelTiming timing) implements KernelResult {
    /** Keeps a copy of the list. */
    public FtResult {
        checksums = List.copyOf(checksums);
    }

    @Override
    public boolean isVerified() {
        return problem.isVerifiedBy(checksums);
    }

    @Override
    public String report() {
        KernelReport report = new KernelReport(isVerified());
        for (int i = 0; i < checksums.size(); i++) {
            Complex computed = checksums.get(i);
            double error = computed.relativeError(problem.checksums().get(i));
            report.line(" Checksum %d   %.12e  %.12e   error %.1e", i + 1, computed.re(), computed.im(), error);
        }
        return report.line("")
                .line(" FT Benchmark Completed.")
                .field("Class", "%s", problem.name())
                .field("Size", "%s", problem.grid())
                .field("Iterations", "%d", problem.iterations())
                .end(timing, problem.nominalOperations(), "floating point");
    }
}
