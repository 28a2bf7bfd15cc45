package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench gather}. */
@Command(
        name = "gather",
        description = "Time of gathering a block of each endpoint at one, which moves on with each call.",
        mixinStandardHelpOptions = true)
final class GatherCommand extends RootedCommand {
    GatherCommand() {
        super(Benchmark.GATHER);
    }
}
