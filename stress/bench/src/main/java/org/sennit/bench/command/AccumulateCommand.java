package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench accumulate}. */
@Command(
        name = "accumulate",
        description = "Time of an atomic sum of words into a window of another endpoint.",
        mixinStandardHelpOptions = true)
final class AccumulateCommand extends AccessCommand {
    AccumulateCommand() {
        super(Benchmark.ACCUMULATE);
    }

    @Override
    long granuleBytes() {
        return Long.BYTES;
    }
}
