package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.examples.cg.Cg;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 90)
class CgPlacementTest {
    private static final List<Placement> PLACEMENTS = List.of(
            new Placement(1, 1), new Placement(1, 3), new Placement(1, 4), new Placement(2, 2), new Placement(4, 1));

    @TempDir
    static Path folder;

    @Test
    void isVerifiedEverywhereAndHasTheSameDigitsForTheSameNumberOfEndpoints() {
        run("S");
    }

    @Test
    @Tag("stress")
    void soIsALargerProblem() {
        run("W");
    }

    private static void run(String problem) {
        Map<Integer, String> zetaBySize = new TreeMap<>();
        for (Placement placement : PLACEMENTS) {
            ExampleRun run = ExampleRun.of(Cg.class, placement, folder, problem).assertSilentSuccess();
            assertTrue(run.out().contains(" VERIFICATION SUCCESSFUL\n"), run.out());
            assertEquals(placement.size(), Integer.parseInt(value("Endpoints", run)));
            assertEquals(placement.processes(), Integer.parseInt(value("Processes", run)));
            String zeta = zeta(run);
            String before = zetaBySize.putIfAbsent(placement.size(), zeta);
            assertEquals(before == null ? zeta : before, zeta, "class " + problem + " on " + placement);
        }
    }

    @Test
    void saysOnceInALineWhatIsWrong() {
        ExampleRun run = ExampleRun.of(Cg.class, new Placement(1, 2), folder, "Q");
        assertEquals(2, run.exitStatus());
        assertEquals("cg: unknown problem class 'Q', choose one of S, W, A, B, C", firstLine(run.err()));
        assertEquals("", run.out());
    }

    private static String zeta(ExampleRun run) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith(" Zeta is"))
                .findFirst()
                .orElseThrow()
                .substring(" Zeta is".length())
                .strip();
    }

    private static String value(String field, ExampleRun run) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith(" " + field + " "))
                .findFirst()
                .orElseThrow()
                .split("=")[1]
                .strip();
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
