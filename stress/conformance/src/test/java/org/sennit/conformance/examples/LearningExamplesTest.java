package org.sennit.conformance.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.examples.lapi.LapiProgram;
import org.sennit.examples.learning.Hello;
import org.sennit.examples.learning.Ring;
import org.sennit.examples.learning.Workers;
import org.sennit.examples.onesided.Gups;
import org.sennit.examples.onesided.Histogram;
import org.sennit.spi.launch.Example;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class LearningExamplesTest {
    private static final Placement TWO_BY_TWO = new Placement(2, 2);

    @TempDir
    static Path folder;

    @Test
    void helloComesFromEveryEndpointOfEveryProcess() {
        ExampleRun run = ExampleRun.of(Hello.class, TWO_BY_TWO, folder).assertSilentSuccess();
        assertEquals("""
            hello from endpoint 0 of 4, in process 0
            hello from endpoint 1 of 4, in process 0
            hello from endpoint 2 of 4, in process 1
            hello from endpoint 3 of 4, in process 1
            """, String.join("\n", run.out().lines().sorted().toList()) + "\n");
    }

    @Test
    void ringCountsEveryHop() {
        ExampleRun run = ExampleRun.of(Ring.class, TWO_BY_TWO, folder).assertSilentSuccess();
        assertTrue(run.out().startsWith("4000 hops through 4 endpoints, "), run.out());
    }

    @Test
    void ringOfOneCountsToo() {
        ExampleRun run = ExampleRun.of(Ring.class, new Placement(1, 1), folder).assertSilentSuccess();
        assertTrue(run.out().startsWith("1000 hops through 1 endpoints, "), run.out());
    }

    @Test
    void workersFindAllPrimesAndShareTheTasks() {
        ExampleRun run = ExampleRun.of(Workers.class, TWO_BY_TWO, folder).assertSilentSuccess();
        String[] lines = run.out().split("\n");
        assertEquals("148933 primes below 2000000", lines[0]);
        int tasks = 0;
        for (int worker = 1; worker < 4; worker++) {
            String[] words = lines[worker].split(" ");
            tasks += Integer.parseInt(words[3]);
        }
        assertEquals(100, tasks);
    }

    @Test
    void histogramCountsExactlyInOneAndTwoProcesses() {
        for (Placement placement : new Placement[] {TWO_BY_TWO, new Placement(1, 1)}) {
            ExampleRun run = ExampleRun.of(Histogram.class, placement, folder).assertSilentSuccess();
            assertTrue(run.out().contains(" in 64 bins, exact; "), run.out());
        }
    }

    /** Where the number of endpoints differs between processes, the place of a rank does not follow from its number. */
    @Test
    void histogramAndLapiAreRightWithOneAndThreeEndpointsInAProcess() {
        List<Integer> endpoints = List.of(1, 3, 2);
        ExampleRun histogram =
                ExampleRun.uneven(Histogram.class, endpoints, folder).assertSilentSuccess();
        assertTrue(histogram.out().contains(" in 64 bins, exact; "), histogram.out());
        ExampleRun lapi =
                ExampleRun.uneven(LapiProgram.class, endpoints, folder).assertSilentSuccess();
        assertEquals(3, lapi.out().lines().count(), lapi.out());
    }

    @Test
    void gupsLosesNoUpdate() {
        ExampleRun run = ExampleRun.of(Gups.class, TWO_BY_TWO, folder).assertSilentSuccess();
        assertTrue(run.out().startsWith("4 endpoints, table of 262144 elements, 1048576 updates, exact; "), run.out());
    }

    @Test
    void theTablesOfGupsAndHistogramHaveTheSizesThatAreAskedFor() {
        ExampleRun gups = ExampleRun.of(Gups.class, TWO_BY_TWO, folder, "--log", "20", "--updates", "50000")
                .assertSilentSuccess();
        assertTrue(
                gups.out().startsWith("4 endpoints, table of 4194304 elements, 200000 updates, exact; "), gups.out());
        ExampleRun histogram = ExampleRun.of(
                        Histogram.class, TWO_BY_TWO, folder, "--bins", "100000", "--draws", "50000")
                .assertSilentSuccess();
        assertTrue(histogram.out().contains(" in 100000 bins, exact; "), histogram.out());
    }

    @Test
    void areFoundByTheirShortNames() {
        TreeMap<String, String> found = new TreeMap<>();
        ServiceLoader.load(Example.class)
                .forEach(
                        example -> found.put(example.name(), example.mainClass().getSimpleName()));
        assertEquals(
                "{cg=Cg, dslash=Dslash, fft2d=Fft2d, ft=Ft, gups=Gups, heat=Heat, hello=Hello,"
                        + " histogram=Histogram, is=Is, lapi=LapiProgram, md=Md, ring=Ring, su3=Su3,"
                        + " torus=Torus, workers=Workers}",
                found.toString());
    }
}
