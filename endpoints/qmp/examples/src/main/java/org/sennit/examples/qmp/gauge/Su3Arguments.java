package org.sennit.examples.qmp.gauge;

import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of su3. Filled by picocli before the job starts, then only read. */
@Command(
        name = "su3",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Pure SU(3) gauge theory on a periodic lattice of four dimensions, Wilson's action: pseudo heat",
            "bath and over-relaxation; the average plaquette is compared with what is published."
        })
public final class Su3Arguments extends GaugeArguments {
    /** The first configuration. */
    public enum Start {
        /** All links 1. */
        COLD,
        /** All links random. */
        HOT
    }

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

    /** The first configuration. */
    @Option(
            names = "--start",
            paramLabel = "WHICH",
            defaultValue = "cold",
            description = "cold: all links 1; hot: all links random. ${DEFAULT-VALUE} if not given.")
    public Start start;

    /** The file of the history. */
    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Writes sweep, plaquette, acceptance and times of each sweep.")
    public Path csv;

    /** The file of the plot. */
    @Option(names = "--plot", paramLabel = "FILE", description = "Writes a plot of the history as PNG.")
    public Path plot;

    @Override
    public String mistake() {
        if (super.mistake() != null) {
            return super.mistake();
        }
        if (sweeps < 1) {
            return "--sweeps must be at least 1, not " + sweeps;
        }
        if (plot != null && !plot.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
            return "--plot writes a PNG: the name must end in .png, not " + plot.getFileName();
        }
        return thermalize < 0 ? "--thermalize must not be negative, but is " + thermalize : null;
    }
}
