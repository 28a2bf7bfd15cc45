package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench fetch-and-op}. */
@Command(
        name = "fetch-and-op",
        description = "Time of an atomic sum of one word into a window of another endpoint, with its old value.",
        mixinStandardHelpOptions = true)
final class FetchAndOpCommand extends AccessCommand {
    @Option(names = "--rate", description = "windows of them that are completed together, as how many a second")
    private boolean isRate;

    FetchAndOpCommand() {
        super(Benchmark.FETCH_AND_OP);
    }

    @Override
    Benchmark benchmark() {
        return isRate ? Benchmark.FETCH_AND_OP_RATE : Benchmark.FETCH_AND_OP;
    }
}
