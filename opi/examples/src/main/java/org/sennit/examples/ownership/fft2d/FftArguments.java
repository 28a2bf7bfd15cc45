package org.sennit.examples.ownership.fft2d;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of fft2d. Filled by picocli before the job starts, then only read. */
@Command(
        name = "fft2d",
        sortOptions = false,
        usageHelpWidth = 90,
        description = {
            "Transforms a plane of complex numbers there and back, with send and receive, with give",
            "and take, and with unpacking fused into the transform; verifies and times all three."
        })
final class FftArguments {
    /** Larger planes do not fit an array a row's share at a time. */
    private static final int LARGEST = 1 << 14;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SIZE",
            defaultValue = "S",
            description = "S, W or A: 256, 512 or 2048 rows and columns; ${DEFAULT-VALUE} if not given.")
    PlaneSize size;

    @Option(names = "--n", paramLabel = "N", description = "Rows and columns instead: a power of two, 1 to 16384.")
    Integer n;

    @Option(
            names = "--rounds",
            paramLabel = "R",
            defaultValue = "20",
            description = "How often each way is measured: ${DEFAULT-VALUE}.")
    int rounds;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    boolean isHelpWanted;

    /** Rows and columns. */
    int n() {
        return n != null ? n : size.n();
    }

    /** Returns the error in values that are well-formed one by one, or null. */
    String mistake() {
        if (n() < 1 || n() > LARGEST || Integer.bitCount(n()) != 1) {
            return "--n must be a power of two from 1 to " + LARGEST + ", not " + n();
        }
        return rounds < 1 ? "--rounds must be at least 1, not " + rounds : null;
    }
}
