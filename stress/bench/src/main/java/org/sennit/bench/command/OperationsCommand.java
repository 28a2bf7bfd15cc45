package org.sennit.bench.command;

import java.util.concurrent.Callable;
import org.sennit.bench.operation.OperationSpeed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench operations}. */
@Command(
        name = "operations",
        description = "The reduction operations on blocks in the cache, beside a loop written by hand.",
        mixinStandardHelpOptions = true)
final class OperationsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--batches",
            description = "timed batches a figure (default: ${DEFAULT-VALUE})",
            defaultValue = "20")
    private int batches;

    OperationsCommand() {}

    @Override
    public Integer call() {
        if (batches < 1) {
            throw new ParameterException(spec.commandLine(), "--batches: must be positive");
        }
        new OperationSpeed(batches, System.out).run();
        return 0;
    }
}
