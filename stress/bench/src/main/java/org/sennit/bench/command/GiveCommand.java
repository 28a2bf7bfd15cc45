package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench give}. */
@Command(
        name = "give",
        description = "One-way time of a buffer that is given and taken, 8 B to 1 GiB, beside a message of 8 B.",
        mixinStandardHelpOptions = true)
final class GiveCommand extends TableCommand {
    GiveCommand() {
        super(Benchmark.GIVE);
    }
}
