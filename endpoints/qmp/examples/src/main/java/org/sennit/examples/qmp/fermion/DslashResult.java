package org.sennit.examples.qmp.fermion;

import java.util.Locale;
import org.sennit.examples.qmp.lattice.LatticeSize;

/**
 * The result of dslash. Checks and counts are the same on all endpoints, speeds and times are this endpoint's.
 *
 * @param nodes endpoints along each axis
 * @param plaquette of the configuration
 * @param gamma5Defect how far γ5 M γ5 is from M†, relative
 * @param freeFieldDefect how far the operator of unit links is from its closed form, relative
 * @param overlapped speed with the interior computed while messages are under way
 * @param separate speed with nothing computed meanwhile
 * @param iterations of the inversion
 * @param residual of the solution, computed afresh, relative to the source
 * @param tolerance that was asked for
 * @param solutionSquare square of the solution's norm
 * @param inversion speed of the operator within the inversion
 */
public record DslashResult(
        int[] nodes,
        double plaquette,
        double gamma5Defect,
        double freeFieldDefect,
        Speed overlapped,
        Speed separate,
        int iterations,
        double residual,
        double tolerance,
        double solutionSquare,
        Speed inversion) {
    /** Rounding leaves less of a relative difference. */
    static final double ROUNDING = 1e-12;

    /** The recursion's residual and the true one differ by rounding. */
    private static final double DRIFT = 1.5;

    /**
     * The speed of applications of the operator.
     *
     * @param gigaflops of all endpoints together, in GFLOP/s
     * @param communicationShare of the time, starting and awaiting messages
     */
    public record Speed(double gigaflops, double communicationShare) {
        String text() {
            return String.format(
                    Locale.ROOT,
                    "%.2f GFLOP/s, %.1f %% of the time in communication",
                    gigaflops,
                    100 * communicationShare);
        }
    }

    /**
     * Returns whether all checks hold.
     *
     * @return false where one does not
     */
    public boolean isVerified() {
        return gamma5Defect <= ROUNDING && freeFieldDefect <= ROUNDING && residual <= DRIFT * tolerance;
    }

    /**
     * Returns the result as text.
     *
     * @param arguments of the run
     * @return lines
     */
    public String report(DslashArguments arguments) {
        return String.format(
                        Locale.ROOT,
                        "dslash: %s on %s endpoints, beta = %s, kappa = %s, plaquette of the configuration %.5f%n",
                        arguments.lattice,
                        LatticeSize.text(nodes),
                        arguments.beta,
                        arguments.kappa,
                        plaquette)
                + line("gamma5 M gamma5 = M'", "difference %.1e", gamma5Defect)
                + line("free field", "difference %.1e from the closed form", freeFieldDefect)
                + line("overlapped", "%s", overlapped.text())
                + line("not overlapped", "%s", separate.text())
                + line("inversion", "%s", inversion.text())
                + line("residual", "%.2e after %d iterations, |x|^2 = %.15e", residual, iterations, solutionSquare)
                + line("checks", "%s", isVerified() ? "passed" : "FAILED");
    }

    private static String line(String name, String format, Object... values) {
        return String.format(Locale.ROOT, "%-22s", name)
                + String.format(Locale.ROOT, format, values)
                + System.lineSeparator();
    }
}
