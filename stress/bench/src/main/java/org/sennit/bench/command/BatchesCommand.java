package org.sennit.bench.command;

import java.util.concurrent.Callable;
import org.sennit.bench.operation.OperationSpeed;
import org.sennit.bench.ownership.PoolCost;
import org.sennit.bench.strided.StridedTransfer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The benchmarks whose only option is how often a figure is measured. */
abstract class BatchesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--batches", description = "timed batches a figure (default: ${DEFAULT-VALUE})")
    private int batches;

    private BatchesCommand(int batches) {
        this.batches = batches;
    }

    abstract void measure(int times);

    @Override
    public final Integer call() {
        if (batches < 1) {
            throw new ParameterException(spec.commandLine(), "--batches: must be positive");
        }
        measure(batches);
        return 0;
    }

    /** {@code sennit bench pool}. */
    @Command(
            name = "pool",
            description = "A pair of alloc and free in both kinds of ownership pool, beside malloc and free.",
            mixinStandardHelpOptions = true)
    static final class Pool extends BatchesCommand {
        Pool() {
            super(1000);
        }

        @Override
        void measure(int times) {
            new PoolCost(times, System.out).run();
        }
    }

    /** {@code sennit bench strided}. */
    @Command(
            name = "strided",
            description = "Messages whose elements have gaps between them, beside a loop written by hand.",
            mixinStandardHelpOptions = true)
    static final class Strided extends BatchesCommand {
        Strided() {
            super(200);
        }

        @Override
        void measure(int times) {
            new StridedTransfer(times, System.out).run();
        }
    }

    /** {@code sennit bench operations}. */
    @Command(
            name = "operations",
            description = "The reduction operations on blocks in the cache, beside a loop written by hand.",
            mixinStandardHelpOptions = true)
    static final class Operations extends BatchesCommand {
        Operations() {
            super(20);
        }

        @Override
        void measure(int times) {
            new OperationSpeed(times, System.out).run();
        }
    }
}
