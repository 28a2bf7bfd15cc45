package org.sennit.examples.qmp.fermion;

import org.sennit.examples.qmp.gauge.GaugeArguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of dslash. Filled by picocli before it runs, then only read. */
@Command(
        name = "dslash",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Makes a configuration as su3 does, applies the Wilson-Dirac operator to random fields, and solves",
            "M x = b by conjugate gradients; checks the operator and the residual."
        })
public final class DslashArguments extends GaugeArguments {
    /** Sweeps that make the configuration. */
    @Option(
            names = "--sweeps",
            paramLabel = "N",
            defaultValue = "30",
            description = "Sweeps that make the configuration, from unit links: ${DEFAULT-VALUE}.")
    public int sweeps;

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

    @Override
    public String mistake() {
        if (super.mistake() != null) {
            return super.mistake();
        }
        if (sweeps < 0) {
            return "--sweeps must not be negative, but is " + sweeps;
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
