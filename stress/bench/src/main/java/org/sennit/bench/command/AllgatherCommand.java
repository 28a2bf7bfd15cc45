package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench allgather}. */
@Command(
        name = "allgather",
        description = "Time of gathering a block of each endpoint at all.",
        mixinStandardHelpOptions = true)
final class AllgatherCommand extends CollectiveCommand {
    AllgatherCommand() {
        super(Benchmark.ALLGATHER);
    }
}
