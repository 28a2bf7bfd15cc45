package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.conformance.TestJob;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Deadlines;

/**
 * Measurements by programs that run in two JVMs with an endpoint each: both ranks report each measurement that has
 * passed.
 */
final class TwoJvms {
    private static final String PASSED = "passed ";

    private TwoJvms() {}

    /** Reports that a measurement has passed on this rank; called by the programs. */
    static void passed(String measurement) {
        System.out.println(PASSED + measurement);
    }

    /**
     * Runs a program over a network module, and fails unless both ranks report each of the measurements, its arguments.
     */
    static void run(Class<?> program, String module, String... measurements) {
        run(program, module, List.of(measurements), measurements);
    }

    /** The same where the program's arguments are others. */
    static void run(Class<?> program, String module, List<String> measurements, String... arguments) {
        List<String> flags = module.equals(NetworkOptions.MAPPED) ? Deadlines.flags() : SteadyState.flagsForSockets();
        run(flags, program, module, measurements, arguments);
    }

    /** The same where the compiler removes no object: whether it can depends on what it has inlined. */
    static void runWithAllObjects(Class<?> program, String module, String... measurements) {
        List<String> flags = new ArrayList<>(Deadlines.flags());
        flags.add("-XX:-EliminateAllocations");
        run(flags, program, module, List.of(measurements), measurements);
    }

    private static void run(
            List<String> flags, Class<?> program, String module, List<String> measurements, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = TestJob.builder()
                .processes(2)
                .endpoints(1)
                .classPath(System.getProperty("java.class.path"))
                .jvmOptions(flags)
                .main(program)
                .args(arguments)
                .option(NetworkOptions.MODULE, module)
                .out(out)
                .err(err)
                .build()
                .run();
        assertEquals(0, status, () -> err.toString(StandardCharsets.UTF_8));
        assertEquals(
                measurements.stream()
                        .flatMap(each -> Stream.of(each, each))
                        .map(PASSED::concat)
                        .sorted()
                        .toList(),
                out.toString(StandardCharsets.UTF_8).lines().sorted().toList());
    }
}
