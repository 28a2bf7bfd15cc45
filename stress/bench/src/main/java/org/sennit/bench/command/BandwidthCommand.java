package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench bandwidth}. */
@Command(
        name = "bandwidth",
        description = "Bytes a second in one direction, windows of nonblocking sends.",
        mixinStandardHelpOptions = true)
final class BandwidthCommand extends TableCommand {
    BandwidthCommand() {
        super(Benchmark.BANDWIDTH);
    }
}
