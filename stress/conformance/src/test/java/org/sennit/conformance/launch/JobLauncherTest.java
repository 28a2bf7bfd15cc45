package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.TestJob;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.RunningJob;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Jobs of several JVMs: numbers, output, failures, and that nothing is left of them. */
@Deadline(seconds = 60)
@Behaviours(139)
class JobLauncherTest {

    private final Lines out = new Lines();
    private final Lines err = new Lines();

    private JobLauncher.Builder job(int processes, String... args) {
        return TestJob.builder()
                .processes(processes)
                .main(LaunchProgram.class)
                .args(args)
                .out(out)
                .err(err);
    }

    @Test
    void tellsEachProcessItsNumbers() {
        assertEquals(0, job(3, "numbers").endpoints(List.of(2, 5)).build().run(), err::text);
        assertEquals(
                List.of("0 of 3 with 2", "1 of 3 with 5", "2 of 3 with 5"),
                out.lines().stream().sorted().toList());
        assertEquals("", err.text());
    }

    @Test
    void aProcessThatCannotBeStartedIsSaidAndNothingIsLeft(@TempDir Path folder) {
        JobLauncher launcher =
                job(2, "numbers").directory(folder.resolve("missing")).build();
        SennitException error = assertThrows(SennitException.class, launcher::run);
        assertEquals(ErrorClass.BOOTSTRAP, error.errorClass());
        assertTrue(error.getMessage().startsWith("cannot start a JVM: "), error::getMessage);
        assertEquals("", out.text() + err.text());
    }

    @Test
    @Core
    void bringsEveryLineThroughWhole() {
        int processes = 4;
        int count = 3_000;
        assertEquals(0, job(processes, "lines", Integer.toString(count)).build().run(), err::text);
        int[] next = new int[processes];
        for (String line : out.lines()) {
            String[] parts = line.split(":");
            int process = Integer.parseInt(parts[0].substring(1));
            assertEquals("<" + process + ":" + next[process]++ + ":" + "x".repeat(process * 37) + ">", line);
        }
        for (int process = 0; process < processes; process++) {
            assertEquals(count, next[process]);
        }
        assertEquals(count * processes, err.lines().size());
        assertTrue(err.lines().stream().allMatch(line -> line.matches("\\{\\d:\\d+x*}")));
    }

    @Test
    void jobsInsideAJobAreJobsOfTheirOwn() {
        assertEquals(0, job(1, "jobsInside").endpoints(5).build().run(), err::text);
        assertEquals(
                List.of("0 of 1 with 0", "0 of 2 with 3", "1 of 2 with 3", "status 0", "status 0"),
                out.lines().stream().sorted().toList(),
                err::text);
    }

    @Test
    void putsRanksInFrontOfLinesOnDemand() {
        assertEquals(0, job(2, "numbers").prefix(true).build().run(), err::text);
        assertEquals(
                List.of("[p0] 0 of 2 with 0", "[p1] 1 of 2 with 0"),
                out.lines().stream().sorted().toList());
    }

    @Test
    void givesEmptyInputUnlessAsked() {
        assertEquals(0, job(2, "stdin").build().run(), err::text);
        assertEquals(
                List.of("0 reads -1", "1 reads -1"),
                out.lines().stream().sorted().toList());
    }

    @Test
    @Core
    void endsWithTheStatusOfTheProcessThatExits() {
        assertEquals(7, job(2, "exit", "7").endpoints(2).build().run());
        assertEquals(1, err.lines().size(), err::text);
        assertTrue(
                err.text()
                        .matches("sennit: process 1 \\(ranks 2-3, pid \\d+\\) ended with exit status 7; "
                                + "the job ends with exit status 7\\R"),
                err::text);
    }

    @Test
    void doesNotTakeExitZeroInTheMiddleOfAJobForSuccess() {
        assertEquals(1, job(2, "exit", "0").build().run());
        assertTrue(err.text().contains("process 1 (pid "), err::text);
        assertTrue(err.text().contains(" left with exit status 0 in the middle of its job"), err::text);
    }

    @Test
    void namesAProcessThatEndsBeforeTheOthersHaveMetIt() {
        assertEquals(1, job(2, "exit0Early").endpoints(1).build().run());
        assertTrue(err.text().contains("step=met: process 1 (rank 1) has ended before this step"), err::text);
    }

    @Test
    @Core
    void reportsAnUncaughtExceptionOnce() {
        assertEquals(1, job(2, "throw").endpoints(1).build().run());
        assertTrue(err.text().startsWith("sennit: process 1 (rank 1, pid "), err::text);
        assertEquals(2, err.text().split("IllegalStateException: nobody catches this", -1).length, err::text);
        assertFalse(err.text().contains("org.sennit.internal.launch"), err::text);
    }

    @Test
    void endsWithTheStatusAndTheReportOfAnAbort() {
        assertEquals(9, job(2, "abort").endpoints(2).build().run());
        assertTrue(err.text().contains("process 1 (ranks 2-3, pid "), err::text);
        assertTrue(
                err.lines().getLast().endsWith(" failed: rank 3 has failed; the job ends with exit status 9"),
                err::text);
    }

    @Test
    void reportsAnEndpointsExceptionOnceWithItsRank() {
        int status = TestJob.builder()
                .processes(2)
                .main(EndpointFailureProgram.class)
                .out(out)
                .err(err)
                .build()
                .run();
        assertEquals(1, status, err::text);
        assertTrue(err.text().startsWith("sennit: process 1 (ranks 2-3, pid "), err::text);
        assertEquals(2, err.text().split("rank 3 does not want to go on", -1).length, err::text);
        assertTrue(err.text().contains("rank 3 failed"), err::text);
    }

    @Test
    @Core
    void endsWhenAProcessIsKilled() throws Exception {
        try (RunningJob job = job(3, "hang").endpoints(2).build().start()) {
            out.awaitTimes("ready", 3);
            List<ProcessHandle> processes = handles(job);
            processes.get(1).destroyForcibly();
            assertEquals(137, job.await());
            assertTrue(
                    job.report()
                            .matches("sennit: process 1 \\(ranks 2-3, pid \\d+\\) was ended by signal 9 "
                                    + "\\(SIGKILL\\); the job ends with exit status 137"),
                    job.report());
            assertNoneIsLeft(processes);
        }
        assertEquals(1, err.lines().size(), err::text);
    }

    @Test
    void namesWhoHasNotComeToAStepInTime() {
        assertEquals(1, job(2, "miss").endpoints(2).build().run());
        assertTrue(
                err.text()
                        .matches("sennit: process 1 \\(ranks 2-3, pid \\d+\\) failed, because it has not come to step"
                                + " second, at which process 0 \\(ranks 0-1\\) has waited for 0.3 s; the job ends"
                                + " with exit status 1\\R"),
                err::text);
    }

    @Test
    void doesNotWaitForAProcessThatIsStoppedInStartUp() {
        JobLauncher launcher = job(2, "stop")
                .endpoints(1)
                .option(JobOptions.FAILURE, "continue")
                .build();
        assertNotEquals(0, launcher.run(), err::text);
        String headline = err.lines().getLast();
        assertTrue(headline.startsWith("sennit: the job ends with exit status "), err::text);
        assertTrue(headline.contains("it has not come to step second, at which process 0"), err::text);
    }

    @Test
    @Core
    void endsEverythingWhenStopped() throws Exception {
        RunningJob job = job(2, "hang").build().start();
        out.awaitTimes("ready", 2);
        List<ProcessHandle> processes = handles(job);
        job.close();
        assertEquals(143, job.await());
        assertNull(job.report());
        assertEquals("", err.text());
        assertNoneIsLeft(processes);
    }

    @Test
    void endsWhatItsProcessesHaveStarted(@TempDir Path folder) throws Exception {
        Path pidFile = folder.resolve("pid");
        assertEquals(1, job(2, "grandchild", pidFile.toString()).build().run());
        long pid = Long.parseLong(Files.readString(pidFile));
        assertNoneIsLeft(ProcessHandle.of(pid).stream().toList());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void endsWhatAProcessHasStartedThatIsGone(@TempDir Path folder) throws Exception {
        Path pidFile = folder.resolve("pid");
        assertEquals(3, job(2, "orphan", pidFile.toString()).build().run());
        long pid = Long.parseLong(Files.readString(pidFile));
        assertNoneIsLeft(ProcessHandle.of(pid).stream().toList());
    }

    /** Several times where the hooks take longer on a busy machine than the launcher waits for them. */
    @Test
    void letsShutdownHooksRunWhenAJobFails(@TempDir Path folder) throws Exception {
        String prefix = folder.resolve("of-process-").toString();
        boolean hasHookRun = false;
        for (int i = 1; i <= 5 && !hasHookRun; i++) {
            try (RunningJob job = job(2, "files", prefix).build().start()) {
                out.awaitTimes("ready", 4 * i);
                ProcessHandle.of(job.pid(1)).orElseThrow().destroyForcibly();
                assertEquals(137, job.await());
            }
            assertTrue(Files.exists(Path.of(prefix + 1)));
            hasHookRun = Files.notExists(Path.of(prefix + 0));
        }
        assertTrue(hasHookRun);
    }

    @Test
    void keepsTwoJobsApart() throws Exception {
        Lines otherOut = new Lines();
        try (RunningJob one = job(2, "hang").build().start();
                RunningJob other = job(2, "hang").out(otherOut).build().start()) {
            out.awaitTimes("ready", 2);
            otherOut.awaitTimes("ready", 2);
            ProcessHandle.of(one.pid(0)).orElseThrow().destroyForcibly();
            assertEquals(137, one.await());
            assertFalse(other.await(TimeUnit.MILLISECONDS.toNanos(50)));
            for (ProcessHandle process : handles(other)) {
                assertTrue(process.isAlive());
            }
        }
    }

    /**
     * One whose standard input is the launcher's, and one whose is not: both have the secret, or they would not be
     * ready.
     */
    @Test
    void putsTheSecretOnNoCommandLineAndInNoEnvironment(@TempDir Path folder) throws Exception {
        try (RunningJob job = job(2, "hang")
                .forwardStdin(true)
                .jvmOptions("-Djava.io.tmpdir=" + folder)
                .build()
                .start()) {
            out.awaitTimes("ready", 2);
            for (ProcessHandle process : handles(job)) {
                Path files = Path.of("/proc", Long.toString(process.pid()));
                if (!Files.isReadable(files.resolve("environ"))) {
                    return; // Not a Linux: nothing to look into.
                }
                String source = "";
                for (String variable :
                        Files.readString(files.resolve("environ")).split("\0")) {
                    assertFalse(variable.startsWith("SENNIT_JOB_SECRET="), variable);
                    assertFalse(variable.matches(".*=[0-9a-f]{64}"), variable);
                    if (variable.startsWith("SENNIT_JOB_SECRET_SOURCE=")) {
                        source = variable.substring(variable.indexOf('=') + 1);
                    }
                }
                assertFalse(Files.readString(files.resolve("cmdline")).matches("(?s).*\\b[0-9a-f]{64}\\b.*"));
                assertFalse(source.isEmpty());
                assertFalse(Files.exists(Path.of(source)), "the file of the secret stays: " + source);
            }
        }
    }

    /** A temporary folder of the job's own: whatever is in it afterwards is the job's. */
    @ParameterizedTest
    @CsvSource({"return, 0", "exit, 7", "hang, 143"})
    void leavesNoFileBehind(String ending, int status, @TempDir Path folder) throws Exception {
        JobLauncher launcher = job(2, ending)
                .main(SharedFilesProgram.class)
                .option(NetworkOptions.MODULE, "unix")
                .jvmOptions("-Djava.io.tmpdir=" + folder)
                .build();
        List<Long> pids = new ArrayList<>();
        try (RunningJob job = launcher.start()) {
            for (int process = 0; process < job.processes(); process++) {
                pids.add(job.pid(process)); // which may have ended already
            }
            out.awaitTimes(SharedFilesProgram.READY, 2);
            if (ending.equals("hang")) {
                job.stop();
            }
            assertEquals(status, job.await(), err::text);
        }
        for (String line : out.lines()) {
            assertNotEquals(SharedFilesProgram.FILES + 0, line, "the job must have made some file");
        }
        assertEquals(List.of(), namesIn(folder));
        List<String> inMemory = new ArrayList<>(namesIn(Path.of("/dev/shm")));
        inMemory.removeIf(
                name -> !name.contains("sennit") || pids.stream().noneMatch(pid -> name.contains("-" + pid + "-")));
        assertEquals(List.of(), inMemory);
    }

    @Test
    void passesOptionsOn() {
        assertEquals(
                0,
                job(2, "nothing")
                        .option(JobOptions.TIMEOUT_SECONDS, 17)
                        .jvmOptions("-Xmx99m")
                        .build()
                        .run(),
                err::text);
    }

    private static List<String> namesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<ProcessHandle> handles(RunningJob job) {
        List<ProcessHandle> handles = new ArrayList<>();
        for (int process = 0; process < job.processes(); process++) {
            handles.add(ProcessHandle.of(job.pid(process)).orElseThrow());
        }
        return handles;
    }

    private static void assertNoneIsLeft(List<ProcessHandle> processes) {
        for (ProcessHandle process : processes) {
            assertFalse(Processes.isRunning(process), () -> "still running: " + process.info());
        }
    }
}
