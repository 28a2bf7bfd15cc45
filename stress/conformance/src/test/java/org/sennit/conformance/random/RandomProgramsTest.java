package org.sennit.conformance.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * Random programs over many placements, each for its share of time: {@code mvn -Drandom.seconds=N} for each of six
 * (1 by default, 300 under {@code -Pstress}), {@code -Dsennit.test.seed=N} for the seed of the first program,
 * {@code -Dsennit.random.only=N} for one program again and again.
 */
@Deadline(seconds = 600)
@Tag("seeds")
class RandomProgramsTest {
    private static final int SECONDS = Integer.getInteger("sennit.random.seconds", 2);

    private static final long HANG_NS = Deadlines.ns(30);

    /** The first launch is followed by others with other options. */
    private static final int SECONDS_PER_LAUNCH = Math.min(4, SECONDS);

    /**
     * How many programs run at least in each placement, however long they take; a loaded machine of two cores does 40 a
     * second.
     */
    static final int LEAST = 8;

    /** Enough for every kind of draw, and few enough for a second or two. */
    private static final int CORE_PROGRAMS = 88;

    private static final int CORE_BLOCK = 4;

    private static final List<String> NETWORKS = List.of("mapped", "tcp", "unix");

    private static final Long ONLY = Long.getLong("sennit.random.only");

    private final long firstSeed =
            ONLY != null ? ONLY : Long.getLong("sennit.test.seed", System.nanoTime() >> 4 & -RandomRun.JVMS_BLOCK);

    /** What to type to have a program of a test again. */
    static String command(Class<?> test, long seed) {
        return "mvn verify -pl stress/conformance -am -Dtest=" + test.getSimpleName()
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtest.flags=-Dsennit.random.only=" + seed;
    }

    /** The same programs in each run, so that no kind of draw is ever left out. */
    @Test
    @Core
    void matchTheOracleWithEveryKindOfDraw() {
        Set<String> missing = Draws.all();
        for (long seed = 0; seed < CORE_PROGRAMS; seed++) {
            RandomJob job = RandomJob.of(Math.floorDiv(seed, CORE_BLOCK));
            missing.removeAll(Draws.of(PlanGenerator.plan(seed, job.ranks(), job.isShared())));
        }
        assertEquals(Set.of(), missing, "never drawn");
        RandomRun run = RandomRun.inThisJvm(RandomJob::of, CORE_BLOCK, 0, CORE_PROGRAMS, Long.MAX_VALUE, HANG_NS);
        if (run.failure() != null) {
            throw Shrinker.smallest(run, RandomProgramsTest.class);
        }
    }

    @Test
    void matchTheOracleAmongThreadsWhateverTheOptions() {
        report("1xn", inThisJvm(RandomJob::of));
    }

    @Test
    @Core
    void matchTheOracleAcrossProcessesOfThisJvmOverEveryNetwork() {
        report("pxt in this JVM", inThisJvm(RandomJob::across));
    }

    @Test
    void matchTheOracleOverSeveralLanes() {
        report("2x2 to 2x4 with lanes", inThisJvm(RandomJob::laned));
    }

    private int inThisJvm(LongFunction<RandomJob> jobs) {
        long shareNs = TimeUnit.SECONDS.toNanos(SECONDS);
        long startNs = System.nanoTime();
        int ran = 0;
        do {
            int most = ONLY == null ? Integer.MAX_VALUE : 1;
            RandomRun run = RandomRun.inThisJvm(jobs, RandomRun.BLOCK, firstSeed + ran, most, shareNs, HANG_NS);
            if (run.failure() != null) {
                throw Shrinker.smallest(run, RandomProgramsTest.class);
            }
            ran += run.ran();
        } while (System.nanoTime() - startNs < shareNs || ran < LEAST && ONLY == null);
        return ran;
    }

    @Test
    @Core
    void matchTheOracleAcrossJvms() {
        acrossJvms(2, 2);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1"})
    void matchTheOracleAcrossOtherNumbersOfJvms(int processes, int endpoints) {
        acrossJvms(processes, endpoints);
    }

    private void acrossJvms(int processes, int endpoints) {
        int ran = 0;
        for (int launch = 0; launch < Math.max(1, SECONDS / SECONDS_PER_LAUNCH); launch++) {
            long seed = firstSeed + (ONLY == null ? (long) launch * RandomRun.JVMS_BLOCK : 0);
            ran += launch(processes, endpoints, seed, NETWORKS.get((launch + processes + endpoints) % NETWORKS.size()));
        }
        report(processes + "x" + endpoints, ran);
    }

    private static int launch(int processes, int endpoints, long seed, String network) {
        MultiJvmRun run = MultiJvmRun.of(
                RandomProgram.class,
                processes,
                endpoints,
                SECONDS_PER_LAUNCH + 60,
                "" + TimeUnit.SECONDS.toNanos(SECONDS_PER_LAUNCH),
                "" + seed,
                "" + (ONLY == null ? RandomRun.JVMS_BLOCK : 1),
                network);
        assertEquals(0, run.exitStatus(), () -> "programs from seed=" + seed + " over " + network + "\n" + run.err());
        String line = run.out()
                .lines()
                .filter(l -> l.startsWith(RandomProgram.RAN))
                .findFirst()
                .orElseThrow();
        return Integer.parseInt(line.substring(RandomProgram.RAN.length()));
    }

    private void report(String placement, int ran) {
        System.out.printf("random programs %s: %d in %d s, seed=%d%n", placement, ran, SECONDS, firstSeed);
        assertTrue(ran >= LEAST || ONLY != null, () -> "only " + ran + " programs");
    }
}
