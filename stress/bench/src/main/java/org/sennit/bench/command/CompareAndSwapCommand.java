package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sennit bench compare-and-swap}. */
@Command(
        name = "compare-and-swap",
        description =
                "Time of an atomic exchange of one word in a window of another endpoint, if it has an expected value.",
        mixinStandardHelpOptions = true)
final class CompareAndSwapCommand extends AccessCommand {
    @Option(names = "--rate", description = "windows of them that are completed together, as how many a second")
    private boolean isRate;

    CompareAndSwapCommand() {
        super(Benchmark.COMPARE_AND_SWAP);
    }

    @Override
    Benchmark benchmark() {
        return isRate ? Benchmark.COMPARE_AND_SWAP_RATE : Benchmark.COMPARE_AND_SWAP;
    }
}
