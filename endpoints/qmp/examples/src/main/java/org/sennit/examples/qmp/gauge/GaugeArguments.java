package org.sennit.examples.qmp.gauge;

import org.sennit.examples.qmp.lattice.LatticeSize;
import picocli.CommandLine.Option;

/**
 * The common part of the command lines of programs that make gauge configurations: the lattice, the coupling and how
 * links are updated. Filled by picocli, then only read.
 */
public abstract class GaugeArguments {
    private static final int LAST = 100;

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

    /** Whether to show the help. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = LAST,
            description = "Shows this.")
    public boolean isHelpWanted;

    /** For the arguments of one program. */
    protected GaugeArguments() {}

    /**
     * Returns what is wrong with values that are well-formed one by one.
     *
     * @return a line, or null
     */
    public String mistake() {
        if (!(beta > 0) || Double.isInfinite(beta)) {
            return "--beta must be above 0, not " + beta;
        }
        return overRelax < 0 ? "--over-relax must not be negative, but is " + overRelax : null;
    }
}
