package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.sennit.conformance.TestJob;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.runtime.network.NetworkOptions;

/** One run of an example as a job of its own JVMs, and what it printed. */
record ExampleRun(int exitStatus, String out, String err) {
    static ExampleRun of(Class<?> program, Placement placement, Path folder, String... args) {
        return run(TestJob.builder(), program, placement, folder, args);
    }

    /** As {@link #of}, with a number of endpoints for each process. */
    static ExampleRun uneven(Class<?> program, List<Integer> endpoints, Path folder, String... args) {
        JobLauncher.Builder builder =
                TestJob.builder().processes(endpoints.size()).endpoints(endpoints);
        return run(builder, program, folder, args);
    }

    /** As {@link #of}, with a network module between the JVMs. */
    static ExampleRun over(String network, Class<?> program, Placement placement, Path folder, String... args) {
        JobLauncher.Builder builder = TestJob.builder().option(NetworkOptions.MODULE, network);
        return run(builder, program, placement, folder, args);
    }

    private static ExampleRun run(
            JobLauncher.Builder builder, Class<?> program, Placement placement, Path folder, String... args) {
        return run(builder.processes(placement.processes()).endpoints(placement.endpoints()), program, folder, args);
    }

    private static ExampleRun run(JobLauncher.Builder builder, Class<?> program, Path folder, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitStatus = builder.main(program)
                .args(args)
                .directory(folder)
                .out(out)
                .err(err)
                .build()
                .run();
        return new ExampleRun(exitStatus, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    ExampleRun assertSilentSuccess() {
        assertEquals("", err, () -> "stdout was " + out);
        assertEquals(0, exitStatus, out);
        return this;
    }
}
