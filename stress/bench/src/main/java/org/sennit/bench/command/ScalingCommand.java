package org.sennit.bench.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.sennit.bench.crowd.Scaling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sennit bench scaling}. */
@Command(
        name = "scaling",
        description = "Barrier and allreduce of 8 bytes over 2 to 512 endpoints, and over 10,000 on virtual threads.",
        mixinStandardHelpOptions = true)
final class ScalingCommand implements Callable<Integer> {
    private static final int MOST = 1 << 20;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seconds",
            description = "how long each row is measured (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private double seconds;

    @Option(
            names = "--platform",
            split = ",",
            paramLabel = "N",
            description = "numbers of endpoints on platform threads (default: 2,8,64,512)")
    private List<Integer> platform = Scaling.PLATFORM;

    @Option(
            names = "--virtual",
            split = ",",
            paramLabel = "N",
            description = "numbers of endpoints on virtual threads (default: 8,64,512,4096,10000)")
    private List<Integer> virtual = Scaling.VIRTUAL;

    @Override
    public Integer call() throws InterruptedException {
        check(seconds > 0, "--seconds: must be positive");
        check(areCounts(platform), "--platform: 1 to " + MOST);
        check(areCounts(virtual), "--virtual: 1 to " + MOST);
        new Scaling(seconds, System.out).run(platform, virtual);
        return 0;
    }

    private static boolean areCounts(List<Integer> counts) {
        return counts.stream().allMatch(n -> n >= 1 && n <= MOST);
    }

    private void check(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
