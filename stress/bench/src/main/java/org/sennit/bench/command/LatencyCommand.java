package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench latency}. */
@Command(
        name = "latency",
        description = "One-way time of a message between two endpoints, ping-pong.",
        mixinStandardHelpOptions = true)
final class LatencyCommand extends TableCommand {
    LatencyCommand() {
        super(Benchmark.LATENCY);
    }
}
