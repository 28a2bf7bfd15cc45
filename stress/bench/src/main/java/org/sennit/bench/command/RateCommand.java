package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench rate}. */
@Command(
        name = "rate",
        description = "Messages of 8 bytes a second from half of the endpoints to the other half, of all pairs.",
        mixinStandardHelpOptions = true)
final class RateCommand extends TableCommand {
    RateCommand() {
        super(Benchmark.RATE);
    }
}
