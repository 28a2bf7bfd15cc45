package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.examples.ft.Ft;
import org.sennit.examples.is.Is;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 90)
class NpbPlacementTest {
    private static final List<Placement> PLACEMENTS =
            List.of(new Placement(1, 4), new Placement(2, 2), new Placement(3, 1), new Placement(4, 1));

    @TempDir
    static Path folder;

    @Test
    void isVerifiedHoweverTheEndpointsAreSpreadWithTheSameDigitsForTheSameNumber() {
        Map<Integer, List<String>> checksumsBySize = new TreeMap<>();
        for (Placement placement : PLACEMENTS) {
            verified(Is.class, placement);
            List<String> checksums = checksums(verified(Ft.class, placement));
            List<String> before = checksumsBySize.putIfAbsent(placement.size(), checksums);
            assertEquals(before == null ? checksums : before, checksums, "on " + placement);
        }
    }

    private static ExampleRun verified(Class<?> program, Placement placement) {
        ExampleRun run = ExampleRun.of(program, placement, folder, "S").assertSilentSuccess();
        assertTrue(run.out().contains(" VERIFICATION SUCCESSFUL\n"), run.out());
        assertTrue(run.out().contains(" Processes        = " + placement.processes() + "\n"), run.out());
        return run;
    }

    private static List<String> checksums(ExampleRun run) {
        return run.out().lines().filter(line -> line.startsWith(" Checksum")).toList();
    }
}
