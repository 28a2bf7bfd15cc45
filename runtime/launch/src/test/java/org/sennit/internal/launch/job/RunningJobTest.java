package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Jobs whose launcher fails by itself: here whatever it writes to the user. */
@EnabledOnOs(OS.LINUX)
@Deadline(seconds = 60)
class RunningJobTest {
    private static final OutputStream BROKEN = new OutputStream() {
        @Override
        public void write(int b) {
            throw new IllegalStateException("as planned");
        }
    };

    private static RunningJob job(JobParts parts) throws IOException {
        JobSettings settings = new JobSettings();
        settings.processes = 2;
        settings.err = BROKEN;
        settings.launchOptions = Options.defaults().with(JobOptions.FAILURE, "continue", "test");
        return new RunningJob("jtest", new byte[32], settings, parts, null);
    }

    private static void endsWithTheFailure(RunningJob job) throws InterruptedException {
        assertTrue(job.await(Deadlines.ns(20)));
        assertEquals(1, job.await());
        assertEquals(
                "sennit: the launcher has failed: java.lang.IllegalStateException: as planned; the job ends with exit"
                        + " status 1",
                job.report());
    }

    @Test
    void endsWhereWhatItsProcessesHaveLeftCannotBeToldTheUser(@TempDir Path parent) throws Exception {
        try (TemporaryFolder folder = TemporaryFolder.make(parent, "test-")) {
            RunningJob job = job(JobPartsTest.withCutProfile(folder));
            job.supervise();
            endsWithTheFailure(job);
        }
    }

    @Test
    void endsItsProcessesWhereTheyCannotBeSupervised() throws Exception {
        RunningJob job = job(JobParts.of(Options.defaults(), 2, null));
        Process other = new ProcessBuilder("sleep", "1000").start();
        try {
            job.add(other);
            job.add(new ProcessBuilder("sh", "-c", "exit 3").start());
            job.supervise();
            endsWithTheFailure(job);
            assertTrue(other.waitFor(Deadlines.ns(20), TimeUnit.NANOSECONDS));
        } finally {
            other.destroyForcibly();
        }
    }
}
