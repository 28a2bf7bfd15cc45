package org.sennit.bench.command;

import java.util.concurrent.Callable;
import org.sennit.bench.crowd.Oversubscription;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench oversubscribed}. */
@Command(
        name = "oversubscribed",
        description = "Hops a second round rings of 2, 16 and 256 endpoints, and of 10,000 on virtual threads.",
        mixinStandardHelpOptions = true)
final class OversubscribedCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seconds",
            description = "how long each ring runs (default: ${DEFAULT-VALUE})",
            defaultValue = "2")
    private double seconds;

    @Override
    public Integer call() throws InterruptedException {
        if (!(seconds > 0)) {
            throw new ParameterException(spec.commandLine(), "--seconds: must be positive");
        }
        new Oversubscription(seconds, System.out).run();
        return 0;
    }
}
