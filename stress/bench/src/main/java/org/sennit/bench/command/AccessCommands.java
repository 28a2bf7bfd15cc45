package org.sennit.bench.command;

import org.sennit.bench.program.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The benchmarks of accesses to windows. */
final class AccessCommands {
    private AccessCommands() {}

    /** {@code sennit bench put}. */
    @Command(
            name = "put",
            description = "Time of a put into a window of another endpoint, until it is complete.",
            mixinStandardHelpOptions = true)
    static final class Put extends AccessCommand {
        @Option(names = "--bandwidth", description = "windows of puts that are completed together, as bytes a second")
        private boolean isBandwidth;

        @Option(names = "--both-ways", description = "the same by both endpoints at once")
        private boolean isBothWays;

        Put() {
            super(Benchmark.PUT);
        }

        @Override
        Benchmark benchmark() {
            return isBothWays ? Benchmark.PUT_BI_BANDWIDTH : isBandwidth ? Benchmark.PUT_BANDWIDTH : Benchmark.PUT;
        }
    }

    /** {@code sennit bench get}. */
    @Command(
            name = "get",
            description = "Time of a get from a window of another endpoint, until it is complete.",
            mixinStandardHelpOptions = true)
    static final class Get extends AccessCommand {
        @Option(names = "--bandwidth", description = "windows of gets that are completed together, as bytes a second")
        private boolean isBandwidth;

        Get() {
            super(Benchmark.GET);
        }

        @Override
        Benchmark benchmark() {
            return isBandwidth ? Benchmark.GET_BANDWIDTH : Benchmark.GET;
        }
    }

    /** {@code sennit bench accumulate}. */
    @Command(
            name = "accumulate",
            description = "Time of an atomic sum of words into a window of another endpoint.",
            mixinStandardHelpOptions = true)
    static final class Accumulate extends AccessCommand {
        Accumulate() {
            super(Benchmark.ACCUMULATE);
        }

        @Override
        long granuleBytes() {
            return Long.BYTES;
        }
    }

    /** {@code sennit bench get-accumulate}. */
    @Command(
            name = "get-accumulate",
            description = "Time of an atomic sum of words into a window of another endpoint, with their old values.",
            mixinStandardHelpOptions = true)
    static final class GetAccumulate extends AccessCommand {
        GetAccumulate() {
            super(Benchmark.GET_ACCUMULATE);
        }

        @Override
        long granuleBytes() {
            return Long.BYTES;
        }
    }

    /** {@code sennit bench fetch-and-op}. */
    @Command(
            name = "fetch-and-op",
            description = "Time of an atomic sum of one word into a window of another endpoint, with its old value.",
            mixinStandardHelpOptions = true)
    static final class FetchAndOp extends AccessCommand {
        @Option(names = "--rate", description = "windows of them that are completed together, as how many a second")
        private boolean isRate;

        FetchAndOp() {
            super(Benchmark.FETCH_AND_OP);
        }

        @Override
        Benchmark benchmark() {
            return isRate ? Benchmark.FETCH_AND_OP_RATE : Benchmark.FETCH_AND_OP;
        }
    }

    /** {@code sennit bench compare-and-swap}. */
    @Command(
            name = "compare-and-swap",
            description =
                    "Time of an atomic exchange of one word in a window of another endpoint, if it has an expected"
                            + " value.",
            mixinStandardHelpOptions = true)
    static final class CompareAndSwap extends AccessCommand {
        @Option(names = "--rate", description = "windows of them that are completed together, as how many a second")
        private boolean isRate;

        CompareAndSwap() {
            super(Benchmark.COMPARE_AND_SWAP);
        }

        @Override
        Benchmark benchmark() {
            return isRate ? Benchmark.COMPARE_AND_SWAP_RATE : Benchmark.COMPARE_AND_SWAP;
        }
    }
}
