package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench scatter}. */
@Command(
        name = "scatter",
        description = "Time of scattering a block to each endpoint from one, which moves on with each call.",
        mixinStandardHelpOptions = true)
final class ScatterCommand extends RootedCommand {
    ScatterCommand() {
        super(Benchmark.SCATTER);
    }
}
