package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.Deadline;

/** What a user sees who ends a job that sits: which endpoint waits for which. */
@Deadline(seconds = 120)
@DisabledOnOs(OS.WINDOWS)
class EndPictureTest {
    private static final String TITLE = "sennit: which endpoint waits for which";

    private static List<String> java(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        return command;
    }

    /** Everything that is printed after the words that the ranks are ready; then it gets a SIGTERM, unless it exits. */
    private static String end(List<String> command, int ready, boolean isAsked, int status)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var reader = process.inputReader()) {
            for (int i = 0; i < ready; i++) {
                assertEquals(EndPictureProgram.READY, reader.readLine());
            }
            if (isAsked) {
                process.toHandle().destroy(); // by handle: destroying the process would close the pipe
            }
            String rest = String.join("\n", reader.readAllLines());
            assertEquals(status, process.waitFor(), rest);
            return rest;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void shows(String text) {
        for (String part : List.of(
                TITLE,
                "rank 0 has waited",
                "for rank 1: operation=receive rank=0 peer=1 tag=7 communicator=world at EndPictureProgram.java:",
                "rank 1 does not wait for others: TIMED_WAITING at EndPictureProgram.java:")) {
            assertTrue(text.contains(part), () -> part + " is not in: " + text);
        }
    }

    @Test
    void aJvmThatIsTerminatedTells() throws Exception {
        shows(end(java(EndPictureProgram.class.getName()), 2, true, 143));
    }

    @Test
    void aProgramThatExitsDoesNot() throws Exception {
        String text = end(java(EndPictureProgram.class.getName(), "exit"), 1, false, 3);
        assertFalse(text.contains(TITLE), text);
    }

    /** Several times where the processes take longer on a busy machine than the launcher waits for their word. */
    @Test
    void aLaunchedJobThatIsTerminatedTells() throws Exception {
        String[] run = {Main.class.getName(), "run", "-n", "2", "-t", "1", EndPictureProgram.class.getName()};
        String text = "";
        for (int i = 0; i < 5 && text.split(TITLE, -1).length < 3; i++) {
            text = end(java(run), 2, true, 143);
        }
        shows(text);
        assertTrue(text.contains(TITLE + " in process 0"), text);
        assertTrue(text.contains(TITLE + " in process 1"), text);
    }

    /** So that the dump of all threads that a JVM makes on SIGQUIT shows it, too. */
    @Test
    void theNameOfAThreadSaysWhatItWaitsFor() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                world.receive(new int[1], 1, 7);
                assertEquals("endpoint-0", Thread.currentThread().getName());
                return;
            }
            String wanted = "endpoint-0 waits: operation=receive rank=0 peer=1 tag=7 communicator=world";
            while (Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals(wanted))) {
                Thread.yield();
            }
            world.send(new int[1], 0, 7);
        });
    }
}
