package org.sennit.examples.ownership.md;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of md. Filled by picocli before the job starts, then only read. */
@Command(
        name = "md",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Lennard-Jones atoms in a cube that goes round, by send and receive, by give and take, and fused,",
            "some steps of each in turn; checks energy, momentum and that all have the same bits."
        })
final class MdArguments {
    private static final int MOST_CELLS = 80;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SIZE",
            defaultValue = "S",
            description = "S, W or A: 2,048, 16,384 or 131,072 atoms; ${DEFAULT-VALUE} if not given.")
    CubeSize size;

    @Option(
            names = "--cells",
            paramLabel = "N",
            description = "Cells of the lattice on a side instead, four atoms each: 2 to 80.")
    Integer cells;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "400",
            description = "Steps of the simulation: ${DEFAULT-VALUE}.")
    int steps;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    boolean isHelpWanted;

    int cells() {
        return cells != null ? cells : size.cells();
    }

    /** Returns the error in values that are well-formed one by one, or null. */
    String mistake() {
        if (cells() < 2 || cells() > MOST_CELLS) {
            return "--cells must be from 2 to " + MOST_CELLS + ", not " + cells();
        }
        return steps < 1 ? "--steps must be at least 1, not " + steps : null;
    }
}
