package org.sennit.conformance.random;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.chaos.faulty.FaultPlan;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * Random programs among processes whose network has faults, each seed with faults of its own: {@code mvn
 * -Dfaults.seconds=N} (4 by default, 1800 under {@code -Pstress}), {@code -Dsennit.random.only=N} for the program with
 * that seed in its job.
 */
@Deadline(seconds = 2400)
@Tag("seeds")
@Core
class RandomFaultsTest {
    private static final int SECONDS = Integer.getInteger("sennit.faults.seconds", 4);

    private static final long HANG_NS = Deadlines.ns(30);

    /** How the errors of a loss that the network makes end. */
    private static final Pattern MADE = Pattern.compile("by net\\.faulty=(\\S+), process=(\\d+)");

    /** How many programs share a job, and its faults. */
    private static final int BLOCK = 3;

    /** How many jobs run at least, however long they take. */
    private static final int LEAST_JOBS = 4;

    /** How many jobs lose a connection at least, however long that takes. */
    private static final int LEAST_LOSSES = 2;

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
            long seed = firstSeed + ran;
            RandomRun run = RandomRun.inThisJvm(RandomJob::faulty, BLOCK, seed, most, shareNs, HANG_NS);
            if (run.failure() != null) {
                throw Shrinker.smallest(run, RandomFaultsTest.class);
            }
            ran += run.ran();
        } while (System.nanoTime() - startNs < shareNs || ran < LEAST_JOBS * BLOCK && ONLY == null);
        System.out.printf(
                "faults of the network: %d seeds, %d random programs in %d s, first seed=%d%n",
                ran / BLOCK, ran, SECONDS, firstSeed);
    }

    /** A job that has lost a connection ends, with the loss as the cause, and nothing wrong has arrived before. */
    @Test
    void noRankWaitsForWhatIsCutAndTheCauseIsNamed() {
        long shareNs = TimeUnit.SECONDS.toNanos(SECONDS) / 5;
        long startNs = System.nanoTime();
        long number = ONLY != null ? ONLY : firstSeed;
        int passed = 0;
        int lost = 0;
        do {
            RandomJob job = RandomJob.doomed(number);
            RandomProgram program = new RandomProgram(Long.MAX_VALUE, number * BLOCK, BLOCK, job.isShared());
            Throwable failure = RandomRun.failureOf(job, program, program::ran, HANG_NS);
            if (failure == null) {
                passed++;
            } else if (isLoss(failure, job)) {
                lost++;
            } else {
                throw new AssertionError(
                        "not the loss that was made, seed=" + number + ", with " + job + "\nto repeat it: "
                                + RandomProgramsTest.command(RandomFaultsTest.class, number),
                        failure);
            }
            number++;
        } while (ONLY == null && (System.nanoTime() - startNs < shareNs || lost < LEAST_LOSSES));
        System.out.printf("cuts and deaths: %d jobs passed, %d ended with the loss as their cause%n", passed, lost);
    }

    /**
     * Whether some process was notified of a loss that the job's plan makes, and none has seen anything wrong before.
     */
    private static boolean isLoss(Throwable thrown, RandomJob job) {
        FaultPlan plan = FaultPlan.of(job.options());
        boolean isNamed = false;
        for (Throwable process : Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
                .toList()) {
            Throwable root = process;
            for (Throwable each = process; each != null; each = each.getCause()) {
                isNamed |= each instanceof SennitException e && isMade(e, plan, job.processes());
                root = each;
            }
            if (root instanceof AssertionError) {
                return false;
            }
        }
        return isNamed;
    }

    /** Whether an error names a process that the plan kills, or one at an end of a connection that it cuts. */
    private static boolean isMade(SennitException error, FaultPlan plan, int processes) {
        Matcher named = MADE.matcher(String.valueOf(error.getMessage()));
        if (!named.find() || !named.group(1).equals(plan.toString())) {
            return false;
        }
        int process = Integer.parseInt(named.group(2));
        return switch (error.errorClass()) {
            case PROC_FAILED -> plan.killAfter(process, processes) > 0;
            case NETWORK ->
                IntStream.range(0, processes)
                        .filter(other -> other != process)
                        .anyMatch(other -> plan.cutAfter(process, other) > 0 || plan.cutAfter(other, process) > 0);
            default -> false;
        };
    }
}
