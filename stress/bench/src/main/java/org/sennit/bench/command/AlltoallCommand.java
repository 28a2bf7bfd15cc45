package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench alltoall}. */
@Command(
        name = "alltoall",
        description = "Time of exchanging a block between every two endpoints.",
        mixinStandardHelpOptions = true)
final class AlltoallCommand extends CollectiveCommand {
    AlltoallCommand() {
        super(Benchmark.ALLTOALL);
    }
}
