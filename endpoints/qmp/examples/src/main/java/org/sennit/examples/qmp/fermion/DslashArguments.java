package org.sennit.examples.qmp.fermion;

import org.sennit.examples.qmp.lattice.LatticeSize;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the user may say on the command line of dslash. Filled by picocli before it runs, then only read. */
@Command(
        name = "dslash",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Makes a configuration as su3 does, applies the Wilson-Dirac operator to random fields, and solves",
            "M x = b by conjugate gradients; checks the operator and the residual."
        })
public final class DslashArguments {
    /** Sites along each axis. */
    @Option(
            names = "--lattice",
            paramLabel = "XxYxZxT",
            defaultValue = "8x8x8x8",
            converter = LatticeSize.Reader.class,
            description = "Sites along each axis, even: ${DEFAULT-VALUE}.")
    public LatticeSize lattice;

    /** The inverse coupling. */
    @Option(
            names = "--beta",
            paramLabel = "B",
            defaultValue = "6.0",
            description = "Inverse coupling: ${DEFAULT-VALUE}.")
    public double beta;

    /** Sweeps that make the configuration. */
    @Option(
            names = "--sweeps",
            paramLabel = "N",
            defaultValue = "30",
            description = "Sweeps that make the configuration, from unit links: ${DEFAULT-VALUE}.")
    public int sweeps;

    /** Over-relaxation steps of each sweep. */
    @Option(
            names = "--over-relax",
            paramLabel = "N",
            defaultValue = "3",
            description = "Over-relaxation steps after each heat bath: ${DEFAULT-VALUE}.")
    public int overRelax;

    /** Seed of the random numbers. */
    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed: ${DEFAULT-VALUE}.")
    public long seed;

    /** The hopping parameter. */
    @Option(
            names = "--kappa",
            paramLabel = "K",
            defaultValue = "0.14",
            description = "Hopping parameter: ${DEFAULT-VALUE}.")
    public double kappa;

    /** Applications of the operator that are timed. */
    @Option(
            names = "--applications",
            paramLabel = "N",
            defaultValue = "300",
            description = "Applications of the operator that are timed: ${DEFAULT-VALUE}.")
    public int applications;

    /** Residual to reach. */
    @Option(
            names = "--tolerance",
            paramLabel = "R",
            defaultValue = "1e-10",
            description = "Residual to reach, relative to the source: ${DEFAULT-VALUE}.")
    public double tolerance;

    /** Most iterations. */
    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Iterations at most: ${DEFAULT-VALUE}.")
    public int iterations;

    /** Whether the help is to be shown. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    public boolean isHelpWanted;

    /** Made before picocli fills it. */
    public DslashArguments() {}

    /**
     * Returns what is wrong with values that are well-formed one by one.
     *
     * @return a line, or null
     */
    public String mistake() {
        if (!(beta > 0) || Double.isInfinite(beta)) {
            return "--beta must be above 0, not " + beta;
        }
        if (sweeps < 0 || overRelax < 0) {
            return "--sweeps and --over-relax must not be negative";
        }
        if (applications < 1 || iterations < 1) {
            return "--applications and --iterations must be at least 1";
        }
        if (!(tolerance >= 1e-14 && tolerance < 1)) {
            return "--tolerance must be from 1e-14 to below 1, not " + tolerance;
        }
        return Math.abs(kappa) < 1 ? null : "--kappa must be between -1 and 1, not " + kappa;
    }
}
