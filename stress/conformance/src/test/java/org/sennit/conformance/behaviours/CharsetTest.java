package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.RunningJob;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Two JVMs with different default charset and locale agree. */
@Deadline(seconds = 60)
@Behaviours(148)
class CharsetTest {
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "mapped"})
    void jvmsWithOtherCharsetsAndLocalesAgree(String network) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        JobLauncher launcher = JobLauncher.builder()
                .processes(2)
                .endpoints(1)
                .classPath(System.getProperty("java.class.path"))
                .main(CharsetProgram.class)
                .jvmOptions("-Dsennit.net.module=" + network)
                .firstJvmOptions("-Dfile.encoding=ISO-8859-1", "-Duser.language=tr", "-Duser.country=TR")
                .out(out)
                .err(err)
                .build();
        try (RunningJob job = launcher.start()) {
            assertTrue(job.await(Deadlines.ns(50)), "the job hangs");
            assertEquals(0, job.await(), () -> err.toString(StandardCharsets.UTF_8));
        }
        assertTrue(out.toString(StandardCharsets.UTF_8).contains(CharsetProgram.AGREED), err::toString);
    }
}
