package org.sennit.conformance.random;

import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * Random programs with ownership over many placements and networks: no buffer is lost, none is owned twice, and the
 * pools are empty at the end. {@code mvn -Drandom.seconds=N} for twice each, {@code -Dsennit.test.seed=N} for the seed
 * of the first program, {@code -Dsennit.random.only=N} for one program.
 */
@Deadline(seconds = 600)
@Tag("seeds")
class OwnershipProgramsTest {
    private static final int SECONDS = Math.max(1, Integer.getInteger("sennit.random.seconds", 2) / 2);

    private static final long HANG_NS = Deadlines.ns(30);

    /** How many programs share a job. */
    private static final int BLOCK = 8;

    private static final Long ONLY = Long.getLong("sennit.random.only");

    private final long firstSeed =
            ONLY != null ? ONLY : Long.getLong("sennit.test.seed", System.nanoTime() >> 4 & -BLOCK);

    @Test
    void keepTheirBuffersAmongThreads() {
        run("1xn", RandomJob::of);
    }

    @Test
    @Core
    void keepTheirBuffersAcrossProcessesOverEveryNetwork() {
        run("pxt in this JVM", RandomJob::across);
    }

    @Test
    void keepTheirBuffersOverNetworksWithFaults() {
        run("faults", RandomJob::faulty);
    }

    private void run(String placement, LongFunction<RandomJob> jobs) {
        long startNs = System.nanoTime();
        long seed = firstSeed;
        int ran = 0;
        do {
            int most = ONLY != null ? 1 : BLOCK - (int) Math.floorMod(seed, (long) BLOCK);
            RandomJob job = jobs.apply(Math.floorDiv(seed, (long) BLOCK));
            OwnershipProgram program = new OwnershipProgram(seed, most, OwnershipProgram.HOME_NS);
            Throwable failure = RandomRun.failureOf(job, program, program::ran, HANG_NS);
            if (failure != null) {
                throw new AssertionError(
                        placement + ": program seed=" + (seed + program.ran()) + " with " + job + "\nto repeat it: "
                                + RandomProgramsTest.command(OwnershipProgramsTest.class, seed + program.ran()),
                        failure);
            }
            ran += program.ran();
            seed += most;
        } while (ONLY == null && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(SECONDS));
        System.out.printf("ownership programs %s: %d in %d s, seed=%d%n", placement, ran, SECONDS, firstSeed);
    }
}
