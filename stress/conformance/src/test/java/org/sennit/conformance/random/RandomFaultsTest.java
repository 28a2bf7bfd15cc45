package org.sennit.conformance.random;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

/**
 * Random programs among processes whose network has faults, each seed with faults of its own: {@code mvn
 * -Dfaults.seconds=N} (60 by default, 1800 under {@code -Pstress}), {@code -Dsennit.random.only=N} for the program with
 * that seed in its job.
 */
@Deadline(seconds = 2400)
class RandomFaultsTest {
    private static final int SECONDS = Integer.getInteger("sennit.faults.seconds", 60);

    private static final long HANG_NS = TimeUnit.SECONDS.toNanos(30);

    /** So many programs share a job and so its faults. */
    private static final int BLOCK = 3;

    /** A tenth of what a machine of two cores does that compiles six other things: 2 a second. */
    private static final double LEAST_JOBS_PER_SECOND = 0.2;

    private static final Long ONLY = Long.getLong("sennit.random.only");

    private final long firstSeed =
            ONLY != null ? ONLY : Long.getLong("sennit.test.seed", System.nanoTime() >> 4) * BLOCK;

    @Test
    void bringWhatIsNotCutToItsPlace() {
        long shareNs = TimeUnit.SECONDS.toNanos(SECONDS);
        int most = ONLY == null ? Integer.MAX_VALUE : 1;
        long startNs = System.nanoTime();
        int ran = 0;
        do {
            RandomRun run = RandomRun.inThisJvm(RandomJob::faulty, BLOCK, firstSeed, most, shareNs, HANG_NS);
            if (run.failure() != null) {
                throw Shrinker.smallest(run, RandomFaultsTest.class);
            }
            ran += run.ran();
        } while (System.nanoTime() - startNs < shareNs);
        int jobs = ran / BLOCK;
        System.out.printf(
                "faults of the network: %d seeds, %d random programs in %d s, first seed=%d%n",
                jobs, ran, SECONDS, firstSeed);
        assertTrue(ONLY != null || jobs >= LEAST_JOBS_PER_SECOND * SECONDS, () -> "only " + jobs + " seeds of faults");
    }
}
