package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;

/** {@code sennit bench compare-and-swap}. */
@Command(
        name = "compare-and-swap",
        description =
                "Time of an atomic exchange of one word in a window of another endpoint, if it has an expected value.",
        mixinStandardHelpOptions = true)
final class CompareAndSwapCommand extends AccessCommand {
    CompareAndSwapCommand() {
        super(Benchmark.COMPARE_AND_SWAP);
    }
}
