package org.sennit.bench.command;

import java.util.concurrent.Callable;
import org.sennit.bench.strided.StridedTransfer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench strided}. */
@Command(
        name = "strided",
        description = "Messages whose elements have gaps between them, beside a loop written by hand.",
        mixinStandardHelpOptions = true)
final class StridedCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--batches", description = "timed batches a row (default: ${DEFAULT-VALUE})", defaultValue = "200")
    private int batches;

    StridedCommand() {}

    @Override
    public Integer call() {
        if (batches < 1) {
            throw new ParameterException(spec.commandLine(), "--batches: must be positive");
        }
        new StridedTransfer(batches, System.out).run();
        return 0;
    }
}
