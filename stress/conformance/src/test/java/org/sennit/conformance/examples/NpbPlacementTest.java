package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.examples.ft.Ft;
import org.sennit.examples.is.Is;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 90)
class NpbPlacementTest {
    @TempDir
    static Path folder;

    @ParameterizedTest
    @CsvSource({"1, 4", "2, 2", "3, 1", "4, 1"})
    void isVerifiedHoweverTheEndpointsAreSpread(int processes, int endpoints) {
        Placement placement = new Placement(processes, endpoints);
        for (Class<?> program : List.of(Ft.class, Is.class)) {
            ExampleRun run = ExampleRun.of(program, placement, folder, "S").assertSilentSuccess();
            assertTrue(run.out().contains(" VERIFICATION SUCCESSFUL\n"), run.out());
            assertTrue(run.out().contains(" Processes        = " + processes + "\n"), run.out());
        }
    }

    @Test
    void theChecksumsOfTheTransformHaveTheSameDigitsForTheSameNumberOfEndpoints() {
        assertEquals(checksums(new Placement(1, 4)), checksums(new Placement(2, 2)));
    }

    private static List<String> checksums(Placement placement) {
        ExampleRun run = ExampleRun.of(Ft.class, placement, folder, "S").assertSilentSuccess();
        return run.out().lines().filter(line -> line.startsWith(" Checksum")).toList();
    }
}
