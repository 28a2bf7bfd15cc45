package org.sennit.bench.command;

import java.util.concurrent.Callable;
import org.sennit.bench.ownership.PoolCost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench pool}. */
@Command(
        name = "pool",
        description = "A pair of alloc and free in both kinds of ownership pool, beside malloc and free.",
        mixinStandardHelpOptions = true)
final class PoolCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--batches", description = "timed batches a row (default: ${DEFAULT-VALUE})", defaultValue = "1000")
    private int batches;

    PoolCommand() {}

    @Override
    public Integer call() {
        if (batches < 1) {
            throw new ParameterException(spec.commandLine(), "--batches: must be positive");
        }
        new PoolCost(batches, System.out).run();
        return 0;
    }
}
