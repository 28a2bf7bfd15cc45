package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench bi-bandwidth}. */
@Command(
        name = "bi-bandwidth",
        description = "Bytes a second in both directions at once, windows of nonblocking sends.",
        mixinStandardHelpOptions = true)
final class BiBandwidthCommand extends TableCommand {
    BiBandwidthCommand() {
        super(Benchmark.BI_BANDWIDTH);
    }
}
