package org.sennit.conformance.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.Deadline;

/** What a job of 2 × 2 does under any engine. */
@Tag("stress")
@Deadline(seconds = 180)
abstract class EngineContract {

    /** The engine's command for two processes, before that of the program. */
    abstract List<String> command();

    Map<String, String> environment() {
        return Map.of();
    }

    /** Whether the exit status of the job is that of the rank that failed. */
    boolean hasStatus() {
        return true;
    }

    /** Whether the processes end by the signal that ends the engine. */
    boolean handsSignalsOn() {
        return true;
    }

    private EngineRun program(String... arguments) throws IOException {
        List<String> program = new ArrayList<>(List.of(EngineProgram.class.getName()));
        program.addAll(List.of(arguments));
        return new EngineRun(command(), environment(), program);
    }

    /** Whether what a process prints just before the job ends always reaches the user. */
    boolean keepsLastWords() {
        return true;
    }

    @Test
    void conjugateGradients() throws Exception {
        List<String> program = List.of(Main.class.getName(), "run", "-t", "2", "cg", "S");
        try (EngineRun run = new EngineRun(command(), environment(), program)) {
            assertEquals(0, run.await(), run::text);
            assertTrue(run.text().contains(" VERIFICATION SUCCESSFUL"), run::text);
            assertTrue(run.text().contains("Class S: size 1400, 15 iterations, 4 endpoints"), run::text);
        }
    }

    @Test
    void twoJobsOneAfterTheOther() throws Exception {
        try (EngineRun run = program("nothing")) {
            assertEquals(0, run.await(), run::text);
            String own = run.text()
                    .lines()
                    .filter(line -> !line.startsWith("srun: job"))
                    .collect(Collectors.joining("\n"));
            assertEquals("size 4 sum 6\nsize 4 sum 6", own);
        }
    }

    @Test
    void aRankThatExits() throws Exception {
        String text = fails(3, "exit");
        assertTrue(text.lines().noneMatch(line -> line.startsWith("\tat ")), text);
    }

    @Test
    void aRankThatIsKilled() throws Exception {
        try (EngineRun run = program("kill")) {
            assertNotEquals(0, run.await(), run::text);
        }
    }

    @Test
    void anAbort() throws Exception {
        String text = fails(9, "abort");
        assertTrue(!keepsLastWords() || text.contains("on purpose"), text);
    }

    private String fails(int status, String action) throws IOException, InterruptedException {
        try (EngineRun run = program(action)) {
            int actual = run.await();
            if (hasStatus()) {
                assertEquals(status, actual, run::text);
            } else {
                assertNotEquals(0, actual, run::text);
            }
            return run.text();
        }
    }

    @Test
    void anInterrupt() throws Exception {
        try (EngineRun run = program("hang")) {
            run.awaitLine("hangs");
            run.interrupt();
            run.await(); // with a status of the engine's own: Hydra's is 0
            boolean isPictureSeen = run.text().contains("rank 3 does not wait for others");
            assertTrue(isPictureSeen || !handsSignalsOn() || !keepsLastWords(), run::text);
        }
    }
}
