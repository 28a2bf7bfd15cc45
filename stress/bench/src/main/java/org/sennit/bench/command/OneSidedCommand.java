package org.sennit.bench.command;

import java.util.concurrent.Callable;
import org.sennit.bench.onesided.AccessSpeed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench onesided}. */
@Command(
        name = "onesided",
        description =
                "Accesses to windows in one JVM: put, get, accumulate, fetch-and-op, compare-and-swap, beside bare"
                        + " accesses.",
        mixinStandardHelpOptions = true)
final class OneSidedCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--batches",
            description = "timed batches a figure (default: ${DEFAULT-VALUE})",
            defaultValue = "40")
    private int batches;

    OneSidedCommand() {}

    @Override
    public Integer call() {
        if (batches < 1) {
            throw new ParameterException(spec.commandLine(), "--batches: must be positive");
        }
        new AccessSpeed(batches, System.out).run();
        return 0;
    }
}
