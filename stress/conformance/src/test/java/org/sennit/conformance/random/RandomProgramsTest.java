package org.sennit.conformance.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.endpoints.api.Job;
import org.sennit.endpoints.device.ProcessDevice;
import org.sennit.runtime.config.Options;
import org.sennit.shm.protocol.ImmediateProtocol;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Random programs over many placements, each for its share of time: {@code -Dsennit.random.seconds=N} for each of four
 * (15 by default, so a minute in all), {@code -Dsennit.test.seed=N} to repeat.
 */
@Deadline(seconds = 300)
class RandomProgramsTest {
    private static final int SECONDS = Integer.getInteger("sennit.random.seconds", 15);

    /** A tenth of what the slowest machine that we know does in that time. */
    private static final int LEAST_CASES_PER_SECOND = 1;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @Test
    void matchTheOracleAmongThreadsWhateverTheOptions() {
        int[] immediates = {256, 0, 1, 88, 4096};
        int cases = 0;
        long startNs = System.nanoTime();
        for (int round = 0; System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(SECONDS); round++) {
            Options options = Options.fromEnvironment()
                    .with(ImmediateProtocol.LIMIT, immediates[round % immediates.length], "random test")
                    .with(ProcessDevice.INBOX_CELLS, round % 2 == 0 ? 2 : 64, "random test");
            RandomProgram program = new RandomProgram(TimeUnit.MILLISECONDS.toNanos(500), random.nextLong());
            Job.run(1 + round % 6, options, program);
            cases += program.cases();
        }
        report("1xn", cases);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "3, 1"})
    void matchTheOracleAcrossJvms(int processes, int endpoints) {
        MultiJvmRun run = MultiJvmRun.of(
                RandomProgram.class, processes, endpoints, SECONDS + 60, "" + SECONDS, "" + random.nextLong());
        assertEquals(0, run.exitStatus(), run::err);
        String line = run.out()
                .lines()
                .filter(l -> l.startsWith(RandomProgram.RAN))
                .findFirst()
                .orElseThrow();
        report(processes + "x" + endpoints, Integer.parseInt(line.substring(RandomProgram.RAN.length())));
    }

    private void report(String placement, int cases) {
        System.out.printf("random programs %s: %d cases in %d s, seed=%d%n", placement, cases, SECONDS, random.seed());
        assertTrue(cases >= LEAST_CASES_PER_SECOND * SECONDS, () -> "only " + cases + " cases in " + SECONDS + " s");
    }
}
