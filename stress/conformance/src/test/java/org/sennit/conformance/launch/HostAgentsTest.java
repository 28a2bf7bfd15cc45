package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.TestJob;
import org.sennit.internal.launch.Main;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.internal.launch.job.RunningJob;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Jobs whose processes are started by agents, as on several hosts: here each agent starts them on this one. */
@Deadline(seconds = 120)
@EnabledOnOs(OS.LINUX)
class HostAgentsTest {
    private final Lines out = new Lines();
    private final Lines err = new Lines();

    /** Processes 0 and 1 on host a, 2 and 3 on host b. */
    private JobLauncher.Builder job(String agent, String... args) {
        Map<String, List<Integer>> places = new LinkedHashMap<>();
        places.put("a", List.of(0, 1));
        places.put("b", List.of(2, 3));
        return TestJob.builder()
                .processes(4)
                .hosts(places)
                .option(LaunchOptions.AGENT, agent)
                .main(LaunchProgram.class)
                .args(args)
                .out(out)
                .err(err);
    }

    private static List<ProcessHandle> handles(RunningJob job) {
        List<ProcessHandle> handles = new ArrayList<>();
        for (int process = 0; process < job.processes(); process++) {
            handles.add(ProcessHandle.of(job.pid(process)).orElseThrow());
        }
        return handles;
    }

    @Test
    @Core
    void startsTheProcessesInTheOrderOfTheHosts() {
        assertEquals(
                0,
                job("sh -c {command}", "numbers")
                        .endpoints(List.of(2, 5))
                        .build()
                        .run(),
                err::text);
        assertEquals(
                List.of("0 of 4 with 2", "1 of 4 with 5", "2 of 4 with 5", "3 of 4 with 5"),
                out.lines().stream().sorted().toList());
        assertEquals("", err.text());
    }

    @Test
    void bringsEveryLineThroughWhole() {
        int count = 2_000;
        assertEquals(
                0, job("{command}", "lines", Integer.toString(count)).build().run());
        int[] next = new int[4];
        for (String line : out.lines()) {
            int process = line.charAt(1) - '0';
            assertEquals("<" + process + ":" + next[process]++ + ":" + "x".repeat(process * 37) + ">", line);
        }
        assertEquals(4 * count, out.lines().size());
        assertEquals(4 * count, err.lines().size());
    }

    @Test
    @Core
    void endsWithTheStatusOfTheProcessThatExitsAndNamesItsHost() {
        assertEquals(3, job("{command}", "exit", "3").endpoints(2).build().run());
        assertEquals(1, err.lines().size(), err::text);
        assertTrue(
                err.text()
                        .matches("sennit: process 1 \\(ranks 2-3, pid \\d+ on host a\\) ended with exit status 3; "
                                + "the job ends with exit status 3\\R"),
                err::text);
    }

    @Test
    void aHostThatIsEndedIsNotLost() {
        assertEquals(
                3,
                job("{command}", "exit", "3")
                        .option(TraceOptions.PROFILE, true)
                        .build()
                        .run());
        assertFalse(err.text().contains("not all has come from host"), err::text);
    }

    @Test
    void saysWhatLeftTheMainMethod() {
        assertEquals(1, job("{command}", "throw").build().run());
        assertTrue(err.text().contains("on host a) failed: uncaught exception"), err::text);
        assertTrue(err.text().contains("nobody catches this"), err::text);
    }

    @Test
    void endsWithAProcessThatIsKilled() throws Exception {
        try (RunningJob job = job("{command}", "hang").build().start()) {
            out.awaitTimes("ready", 4);
            List<ProcessHandle> handles = handles(job);
            handles.get(2).destroyForcibly();
            assertEquals(137, job.await());
            assertTrue(job.report().contains("process 2 (pid " + handles.get(2).pid() + " on host b)"), job::report);
            assertTrue(job.report().contains("was ended by signal 9 (SIGKILL)"), job::report);
            handles.forEach(Processes::awaitEnd);
        }
    }

    @Test
    void theOthersGoOnWithoutAProcessThatIsKilled() throws Exception {
        try (RunningJob job = job("{command}", "hang")
                .option(JobOptions.FAILURE, "continue")
                .build()
                .start()) {
            out.awaitTimes("ready", 4);
            List<ProcessHandle> handles = handles(job);
            handles.get(3).destroyForcibly();
            err.awaitTimes("the others go on", 1);
            assertTrue(handles.get(2).isAlive() && handles.get(0).isAlive());
            job.stop();
            assertEquals(143, job.await());
            handles.forEach(Processes::awaitEnd);
        }
    }

    @Test
    void anAgentThatIsKilledIsTheEndOfItsHostAndOfTheJob() throws Exception {
        try (RunningJob job = job("{command}", "hang").build().start()) {
            out.awaitTimes("ready", 4);
            List<ProcessHandle> handles = handles(job);
            handles.get(2).parent().orElseThrow().destroyForcibly();
            assertEquals(1, job.await());
            assertTrue(
                    job.report()
                            .matches("sennit: process [23] \\(pid \\d+ on host b\\) was lost: host b: agent \\S+ "
                                    + "ended with exit status 137; the job ends with exit status 1"),
                    job::report);
            handles.forEach(Processes::awaitEnd);
        }
    }

    @Test
    void stopsEverywhere() throws Exception {
        try (RunningJob job = job("sh -c {command}", "hang").build().start()) {
            out.awaitTimes("ready", 4);
            List<ProcessHandle> handles = handles(job);
            List<ProcessHandle> agents =
                    handles.stream().map(each -> each.parent().orElseThrow()).toList();
            job.stop();
            assertEquals(143, job.await());
            handles.forEach(Processes::awaitEnd);
            agents.forEach(Processes::awaitEnd);
        }
    }

    /** The two hosts are one machine under two names: memory and processors are divided among all four. */
    @Test
    void aMachineWithTwoNamesIsSharedByAllItsProcesses() throws Exception {
        try (RunningJob job = job("{command}", "hang").build().start()) {
            out.awaitTimes("ready", 4);
            for (ProcessHandle process : handles(job)) {
                Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
                assertTrue(Files.readString(environment).contains("\0SENNIT_JOB_HOST_PROCESSES=4\0"));
            }
        }
    }

    @Test
    void putsTheSecretOnNoCommandLineAndInNoEnvironment() throws Exception {
        try (RunningJob job = job("{command}", "hang").build().start()) {
            out.awaitTimes("ready", 4);
            List<ProcessHandle> all = new ArrayList<>(handles(job));
            all.add(all.getFirst().parent().orElseThrow());
            for (ProcessHandle process : all) {
                Path files = Path.of("/proc", Long.toString(process.pid()));
                assertFalse(Files.readString(files.resolve("cmdline")).matches("(?s).*\\b[0-9a-f]{64}\\b.*"));
                assertFalse(Files.readString(files.resolve("environ")).matches("(?s).*=[0-9a-f]{64}\\b.*"));
            }
        }
    }

    @Test
    void whatAnAgentPrintsBeforeItsHostAnswersDoesNotMatter() {
        assertEquals(
                0,
                job("sh -c 'echo welcome to {host}; echo notice >&2; {command}'", "numbers")
                        .build()
                        .run());
        assertEquals(4, out.lines().size(), out::text);
        assertEquals("", err.text());
    }

    @Test
    void namesAllHostsWhoseAgentsFailWithTheirLastWords() {
        JobLauncher launcher = job("sh -c 'echo no {host} here >&2; exit 5; {command}'", "numbers")
                .build();
        SennitException error = assertThrows(SennitException.class, launcher::start);
        assertTrue(error.getMessage().startsWith("2 of 2 hosts cannot be used: host a: agent "), error::getMessage);
        for (String host : List.of("a", "b")) {
            assertTrue(error.getMessage().contains("ended with exit status 5, last words: no " + host + " here"));
        }
    }

    @Test
    void namesAHostThatHangs() {
        JobLauncher launcher = job(
                        "sh -c 'if [ {host} = b ]; then echo asleep; exec sleep 1000; fi; {command}'", "hang")
                .option(LaunchOptions.TIMEOUT_SECONDS, 3)
                .build();
        SennitException error = assertThrows(SennitException.class, launcher::start);
        assertTrue(
                error.getMessage()
                        .contains("1 of 2 hosts cannot be used: host b: has not answered in time: agent sh -c "),
                error::getMessage);
        assertTrue(error.getMessage().endsWith("last words: asleep"), error::getMessage);
    }

    @Test
    void namesAllHostsThatHangAndEndsWhatTheirAgentsHaveStarted(@TempDir Path folder) throws Exception {
        JobLauncher launcher = job(
                        "sh -c 'sh -c \"echo \\$\\$ > " + folder + "/{host}; exec sleep 1000\"; exit 1; {command}'",
                        "hang")
                .option(LaunchOptions.TIMEOUT_SECONDS, 1)
                .option(LaunchOptions.PUSH, true) // more than the pipe of an agent takes that does not read
                .build();
        SennitException error = assertThrows(SennitException.class, launcher::start);
        assertTrue(error.getMessage().startsWith("2 of 2 hosts cannot be used: host a: has not"), error::getMessage);
        assertTrue(error.getMessage().contains("; host b: has not answered in time"), error::getMessage);
        for (String host : List.of("a", "b")) {
            Path stat = Path.of("/proc", Files.readString(folder.resolve(host)).strip(), "stat");
            assertTrue(
                    Files.notExists(stat) || Files.readString(stat).contains(") Z "), () -> host + " is left behind");
        }
    }

    @Test
    void saysWhatAHostLacks(@TempDir Path folder) {
        JobLauncher launcher =
                job("{command}", "hang").directory(folder.resolve("missing")).build();
        SennitException error = assertThrows(SennitException.class, launcher::start);
        assertTrue(
                error.getMessage().contains("host b: has no folder " + folder.resolve("missing")), error::getMessage);
    }

    /** The processes run where the class path has been put, and nothing of it stays. */
    @Test
    void copiesTheClassPathToEachHostAndDeletesIt(@TempDir Path folder) throws Exception {
        try (RunningJob job = job("sh -c 'TMPDIR=" + folder + "; export TMPDIR; {command}'", "hang")
                .option(LaunchOptions.PUSH, true)
                .build()
                .start()) {
            out.awaitTimes("ready", 4);
            Set<Path> folders = new HashSet<>();
            for (ProcessHandle process : handles(job)) {
                folders.add(Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd")));
            }
            assertEquals(2, folders.size(), folders::toString);
            assertTrue(folders.stream().allMatch(each -> each.getParent().equals(folder)), folders::toString);
            job.stop();
            assertEquals(143, job.await());
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void givesProcessZeroTheInputOfTheLauncher(@TempDir Path folder) throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "A");
        Process launcher = launcher("stdin").redirectInput(input.toFile()).start();
        String printed = new String(launcher.getInputStream().readAllBytes());
        assertEquals(0, launcher.waitFor(), printed);
        assertEquals(
                List.of("0 reads 65", "1 reads -1", "2 reads -1"),
                printed.lines().sorted().toList());
    }

    @Test
    void nothingStaysWhenTheLauncherIsEnded() throws Exception {
        for (boolean isKilled : new boolean[] {false, true}) {
            Process launcher = launcher("hang").start();
            List<ProcessHandle> all = new ArrayList<>();
            try (var lines = launcher.inputReader()) {
                for (int ready = 0; ready < 3; ) {
                    String line = lines.readLine();
                    assertTrue(line != null, "the job has ended");
                    ready += line.equals("ready") ? 1 : 0;
                }
                launcher.descendants().forEach(all::add);
                assertTrue(all.size() >= 5, all::toString);
                if (isKilled) {
                    launcher.destroyForcibly();
                } else {
                    launcher.toHandle().destroy();
                }
                assertEquals(isKilled ? 137 : 143, launcher.waitFor());
            }
            all.forEach(Processes::awaitEnd);
        }
    }

    private static ProcessBuilder launcher(String action) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "run",
                        "--hosts",
                        "a:2,b",
                        "--agent",
                        "{command}",
                        LaunchProgram.class.getName(),
                        action)
                .redirectErrorStream(true);
    }
}
