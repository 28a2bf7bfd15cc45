package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench get}. */
@Command(
        name = "get",
        description = "Time of a get from a window of another endpoint, until it is complete.",
        mixinStandardHelpOptions = true)
final class GetCommand extends AccessCommand {
    @Option(names = "--bandwidth", description = "windows of gets that are completed together, as bytes a second")
    private boolean isBandwidth;

    GetCommand() {
        super(Benchmark.GET);
    }

    @Override
    Benchmark benchmark() {
        return isBandwidth ? Benchmark.GET_BANDWIDTH : Benchmark.GET;
    }
}
