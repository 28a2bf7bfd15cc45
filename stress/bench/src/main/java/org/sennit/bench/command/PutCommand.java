package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench put}. */
@Command(
        name = "put",
        description = "Time of a put into a window of another endpoint, until it is complete.",
        mixinStandardHelpOptions = true)
final class PutCommand extends AccessCommand {
    @Option(names = "--bandwidth", description = "windows of puts that are completed together, as bytes a second")
    private boolean isBandwidth;

    @Option(names = "--both-ways", description = "the same by both endpoints at once")
    private boolean isBothWays;

    PutCommand() {
        super(Benchmark.PUT);
    }

    @Override
    Benchmark benchmark() {
        return isBothWays ? Benchmark.PUT_BI_BANDWIDTH : isBandwidth ? Benchmark.PUT_BANDWIDTH : Benchmark.PUT;
    }
}
