package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench unpack}. */
@Command(
        name = "unpack",
        description = "One-way time of fresh memory until all of it is read: given and taken, sent and received.",
        mixinStandardHelpOptions = true)
final class UnpackCommand extends TableCommand {
    UnpackCommand() {
        super(Benchmark.UNPACK);
    }
}
