package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.examples.ownership.fft2d.Fft2d;
import org.sennit.examples.ownership.md.Md;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 90)
class OwnershipPlacementTest {
    @TempDir
    static Path folder;

    @ParameterizedTest
    @CsvSource({"1, 4", "2, 2", "3, 1"})
    void transformsThePlaneInAllWaysHoweverTheEndpointsAreSpread(int processes, int endpoints) {
        ExampleRun run = ExampleRun.of(
                        Fft2d.class, new Placement(processes, endpoints), folder, "--n", "128", "--rounds", "1")
                .assertSilentSuccess();
        assertTrue(run.out().contains("\nVERIFIED: "), run.out());
        assertTrue(run.out().contains(processes * endpoints + " endpoints in " + processes + " JVMs"), run.out());
    }

    @Test
    void atomsGoTheSameWayHoweverTheEndpointsAreSpread() {
        String together = conserved(new Placement(1, 4));
        assertEquals(together, conserved(new Placement(2, 2)));
    }

    @Test
    void saysOnceInALineWhatIsWrong() {
        assertRefused("fft2d: --n must be a power of two from 1 to 16384, not 24", Fft2d.class, "--n", "24");
        assertRefused("md: --steps must be at least 1, not 0", Md.class, "--steps", "0");
    }

    /** The line of what was conserved: energies, momentum and temperature. */
    private static String conserved(Placement placement) {
        ExampleRun run = ExampleRun.of(Md.class, placement, folder, "--cells", "5", "--steps", "20")
                .assertSilentSuccess();
        return run.out()
                .lines()
                .filter(line -> line.startsWith("CONSERVED: "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.out()));
    }

    private static void assertRefused(String message, Class<?> program, String... args) {
        ExampleRun run = ExampleRun.of(program, new Placement(1, 2), folder, args);
        assertEquals(2, run.exitStatus());
        assertEquals(message, run.err().lines().findFirst().orElse(""));
        assertEquals("", run.out());
    }
}
