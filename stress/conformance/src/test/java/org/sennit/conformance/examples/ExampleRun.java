package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sennit.internal.launch.job.JobLauncher;

/** One run of an example as a job of its own JVMs, and what it printed. */
record ExampleRun(int exitStatus, String out, String err) {
    static ExampleRun of(Class<?> program, Placement placement, Path folder, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitStatus = JobLauncher.builder()
                .processes(placement.processes())
                .endpoints(placement.endpoints())
                .main(program)
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
