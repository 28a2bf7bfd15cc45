package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench allreduce}. */
@Command(
        name = "allreduce",
        description = "Time of a sum of doubles over all endpoints.",
        mixinStandardHelpOptions = true)
final class AllreduceCommand extends CollectiveCommand {
    AllreduceCommand() {
        super(Benchmark.ALLREDUCE);
    }
}
