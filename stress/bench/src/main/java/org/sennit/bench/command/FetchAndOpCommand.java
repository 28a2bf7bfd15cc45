package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench fetch-and-op}. */
@Command(
        name = "fetch-and-op",
        description = "Time of an atomic sum of one word into a window of another endpoint, with its old value.",
        mixinStandardHelpOptions = true)
final class FetchAndOpCommand extends AccessCommand {
    FetchAndOpCommand() {
        super(Benchmark.FETCH_AND_OP);
    }
}
