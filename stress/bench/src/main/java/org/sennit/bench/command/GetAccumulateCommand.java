package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench get-accumulate}. */
@Command(
        name = "get-accumulate",
        description = "Time of an atomic sum of words into a window of another endpoint, with their old values.",
        mixinStandardHelpOptions = true)
final class GetAccumulateCommand extends AccessCommand {
    GetAccumulateCommand() {
        super(Benchmark.GET_ACCUMULATE);
    }

    @Override
    long granuleBytes() {
        return Long.BYTES;
    }
}
