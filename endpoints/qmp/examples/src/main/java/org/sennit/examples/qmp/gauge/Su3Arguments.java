package org.sennit.examples.qmp.gauge;

import java.nio.file.Path;
import org.sennit.examples.qmp.lattice.LatticeSize;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the user may say on the command line of su3. Filled by picocli before the job starts, then only read. */
@Command(
        name = "su3",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Pure SU(3) gauge theory on a periodic lattice of four dimensions, Wilson's action: pseudo heat",
            "bath and over-relaxation; the average plaquette is compared with what is published."
        })
public final class Su3Arguments {
    /** How the first configuration is made. */
    public enum Start {
        /** All links 1. */
        COLD,
        /** All links random. */
        HOT
    }

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

    /** Sweeps that are measured. */
    @Option(
            names = "--sweeps",
            paramLabel = "N",
            defaultValue = "200",
            description = "Sweeps that are measured: ${DEFAULT-VALUE}.")
    public int sweeps;

    /** Sweeps before those. */
    @Option(
            names = "--thermalize",
            paramLabel = "N",
            defaultValue = "100",
            description = "Sweeps before those: ${DEFAULT-VALUE}.")
    public int thermalize;

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

    /** The first configuration. */
    @Option(
            names = "--start",
            paramLabel = "WHICH",
            defaultValue = "cold",
            description = "cold: all links 1; hot: all links random. ${DEFAULT-VALUE} if not given.")
    public Start start;

    /** Where the history goes. */
    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Writes sweep, plaquette, acceptance and times of each sweep.")
    public Path csv;

    /** Where the plot goes. */
    @Option(names = "--plot", paramLabel = "FILE", description = "Writes a plot of the history as PNG.")
    public Path plot;

    /** Whether the help is to be shown. */
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    public boolean isHelpWanted;

    /** Made before picocli fills it. */
    public Su3Arguments() {}

    /**
     * Returns what is wrong with values that are well-formed one by one.
     *
     * @return a line, or null
     */
    public String mistake() {
        if (!(beta > 0) || Double.isInfinite(beta)) {
            return "--beta must be above 0, not " + beta;
        }
        if (sweeps < 1) {
            return "--sweeps must be at least 1, not " + sweeps;
        }
        if (thermalize < 0) {
            return "--thermalize must not be negative, but is " + thermalize;
        }
        return overRelax < 0 ? "--over-relax must not be negative, but is " + overRelax : null;
    }
}
