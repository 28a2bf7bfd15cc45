package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench amsend}. */
@Command(
        name = "amsend",
        description =
                "Time of an active message until its origin knows that it is complete, beside the one-way time of a"
                        + " message of 8 B.",
        mixinStandardHelpOptions = true)
final class AmsendCommand extends TableCommand {
    AmsendCommand() {
        super(Benchmark.AMSEND);
    }
}
