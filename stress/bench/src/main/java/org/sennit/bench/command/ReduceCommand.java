package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench reduce}. */
@Command(
        name = "reduce",
        description = "Time of a sum of doubles at one endpoint, which moves on with each call.",
        mixinStandardHelpOptions = true)
final class ReduceCommand extends RootedCommand {
    ReduceCommand() {
        super(Benchmark.REDUCE);
    }
}
