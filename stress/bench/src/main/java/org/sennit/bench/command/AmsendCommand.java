package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench amsend}. */
@Command(
        name = "amsend",
        description =
                "Time of an active message until its origin knows that it is complete, beside the one-way time of a"
                        + " message of 8 B.",
        mixinStandardHelpOptions = true)
final class AmsendCommand extends TableCommand {
    @Option(names = "--bandwidth", description = "windows of messages that are completed together, as bytes a second")
    private boolean isBandwidth;

    @Option(names = "--rate", description = "the same of 8 B, as messages a second")
    private boolean isRate;

    AmsendCommand() {
        super(Benchmark.AMSEND);
    }

    @Override
    Benchmark benchmark() {
        return isRate ? Benchmark.AMSEND_RATE : isBandwidth ? Benchmark.AMSEND_BANDWIDTH : Benchmark.AMSEND;
    }
}
