package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.examples.qmp.fermion.Dslash;
import org.sennit.examples.qmp.gauge.Su3;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 180)
class QmpPlacementTest {
    private static final String[] SMALL = {"--lattice", "4x4x4x4", "--sweeps", "3", "--seed", "5"};

    @TempDir
    static Path folder;

    @Test
    void theConfigurationHasTheSameBitsBetweenProcesses() {
        String[] args = with(SMALL, "--thermalize", "0", "--start", "hot");
        ExampleRun alone = ExampleRun.of(Su3.class, new Placement(1, 1), folder, args);
        for (String network : List.of("mapped", "tcp")) {
            ExampleRun shared = ExampleRun.over(network, Su3.class, new Placement(2, 2), folder, args);
            assertEquals(line("configuration ", alone), line("configuration ", shared), network);
            assertEquals(line("plaquette ", alone), line("plaquette ", shared), network);
        }
    }

    @Test
    void theInverseHasTheSameBitsBetweenProcesses() {
        String[] args = with(SMALL, "--applications", "2", "--tolerance", "1e-7", "--kappa", "0.11");
        ExampleRun alone = ExampleRun.of(Dslash.class, new Placement(1, 1), folder, args);
        ExampleRun shared = ExampleRun.of(Dslash.class, new Placement(2, 1), folder, args);
        assertEquals(line("residual ", alone), line("residual ", shared));
        assertEquals(
                "passed", line("checks ", shared).substring("checks ".length()).strip());
    }

    @Test
    void saysOnceInALineWhatIsWrong() {
        assertRefused("su3: --beta must be above 0, not -1.0", Su3.class, "--beta", "-1");
        assertRefused(
                "dslash: a lattice of 2x2x2x2 cannot be divided evenly among 3 endpoints",
                Dslash.class,
                "--lattice",
                "2x2x2x2");
    }

    private static String[] with(String[] args, String... more) {
        String[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    private static String line(String name, ExampleRun run) {
        return run.assertSilentSuccess()
                .out()
                .lines()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.out()));
    }

    private static void assertRefused(String message, Class<?> program, String... args) {
        ExampleRun run = ExampleRun.of(program, new Placement(1, 3), folder, args);
        assertEquals(2, run.exitStatus());
        assertEquals(message, run.err().lines().findFirst().orElse(""));
        assertEquals("", run.out());
    }
}
