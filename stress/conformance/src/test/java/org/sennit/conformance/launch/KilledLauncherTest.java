package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.Deadline;

/**
 * What is left of a job whose launcher is ended from outside: with SIGTERM nothing, with SIGKILL nothing after the next
 * job.
 */
@Deadline(seconds = 120)
@EnabledOnOs(OS.LINUX)
class KilledLauncherTest {
    @TempDir
    private Path folder;

    private Path temporary;
    private Process launcher;

    @BeforeEach
    void startAJob() throws Exception {
        temporary = Files.createDirectory(folder.resolve("tmp"));
        launcher = launch("--profile", SharedFilesProgram.class.getName(), "hangWithChildren", folder + "/pids");
    }

    /** Ends the launcher as soon as both processes have started what is to be ended with them. */
    private List<ProcessHandle> end(boolean isKilled) throws Exception {
        List<ProcessHandle> all = new ArrayList<>();
        try (BufferedReader out = launcher.inputReader()) {
            int ready = 0;
            while (ready < 2) {
                String line = out.readLine();
                assertTrue(line != null, "the job has ended");
                ready += line.contains(SharedFilesProgram.CHILDREN) ? 1 : 0;
            }
            launcher.descendants().forEach(all::add);
            for (int rank = 0; rank < 2; rank++) {
                for (String pid :
                        Files.readString(folder.resolve("pids" + rank)).split(" ")) {
                    all.add(ProcessHandle.of(Long.parseLong(pid)).orElseThrow());
                }
            }
            if (isKilled) {
                launcher.destroyForcibly();
            } else {
                launcher.toHandle().destroy();
            }
            launcher.waitFor();
        }
        return all;
    }

    private Process launch(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "-n",
                "2",
                "-o",
                "net.module=unix",
                "-J-Djava.io.tmpdir=" + temporary));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return new ArrayList<>(
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void afterSigtermNothingIsLeft() throws Exception {
        List<ProcessHandle> all = end(false);
        assertTrue(all.size() >= 6, all::toString);
        for (ProcessHandle process : all) {
            assertFalse(Processes.isRunning(process), () -> "still running: " + process.info());
        }
        assertEquals(List.of(), left());
    }

    @Test
    void afterSigkillItsProcessesEndAllAndTheNextJobDeletesItsFolder() throws Exception {
        end(true).forEach(Processes::awaitEnd);
        List<String> left = left();
        left.removeIf(name -> name.startsWith("sennit-net-")); // of processes that were too slow to delete it
        assertEquals(1, left.size(), left::toString);
        assertTrue(left.getFirst().startsWith("sennit-job-"), left::toString);
        do { // a job deletes beside its own work, and not longer than it lasts
            Process next = launch(LaunchProgram.class.getName(), "nothing");
            String printed = new String(next.getInputStream().readAllBytes());
            assertEquals(0, next.waitFor(), printed);
        } while (left().contains(left.getFirst()));
    }
}
