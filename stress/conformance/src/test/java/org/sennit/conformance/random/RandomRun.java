package org.sennit.conformance.random;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.sennit.EndpointProgram;
import org.sennit.testkit.ThreadStacks;

/**
 * What has become of random programs that ran among the threads of this JVM, many jobs one after the other, up to the
 * first that failed.
 *
 * @param ran how many have passed
 * @param job the job of the one that failed, or null
 * @param failed the one that failed, or null when none has, or when the job failed without one
 * @param failure why, or null
 */
record RandomRun(int ran, RandomJob job, RandomPlan failed, Throwable failure) {
    /** How many programs with consecutive seeds share a job in one JVM. */
    static final int BLOCK = 32;

    /** How many programs share a job of several JVMs. */
    static final int JVMS_BLOCK = 1 << 16;

    /**
     * Runs programs with consecutive seeds.
     *
     * @param firstSeed the seed of the first
     * @param most how many at most
     * @param shareNs for how long at most
     * @param deadlineNs after which a program is held to hang
     */
    static RandomRun inThisJvm(long firstSeed, int most, long shareNs, long deadlineNs) {
        return inThisJvm(RandomJob::of, BLOCK, firstSeed, most, shareNs, deadlineNs);
    }

    /**
     * Runs programs with consecutive seeds in jobs of any kind.
     *
     * @param jobs the job that belongs to a number
     * @param block the number of programs that share a job
     * @param firstSeed the seed of the first
     * @param most how many at most
     * @param shareNs for how long at most
     * @param deadlineNs after which a program is held to hang
     */
    static RandomRun inThisJvm(
            LongFunction<RandomJob> jobs, int block, long firstSeed, int most, long shareNs, long deadlineNs) {
        return inThisJvm(jobs, block, firstSeed, most, shareNs, deadlineNs, ThreadStacks::ofAllThreads);
    }

    /**
     * Runs programs with consecutive seeds in jobs of any kind.
     *
     * @param jobs the job that belongs to a number
     * @param block the number of programs that share a job
     * @param firstSeed the seed of the first
     * @param most how many at most
     * @param shareNs for how long at most
     * @param deadlineNs after which a program is held to hang
     * @param stacks what is said of one that hangs
     */
    static RandomRun inThisJvm(
            LongFunction<RandomJob> jobs,
            int block,
            long firstSeed,
            int most,
            long shareNs,
            long deadlineNs,
            Supplier<String> stacks) {
        long startNs = System.nanoTime();
        int ran = 0;
        while (ran < most && System.nanoTime() - startNs < shareNs) {
            long seed = firstSeed + ran;
            int inBlock = Math.min(most - ran, block - (int) Math.floorMod(seed, (long) block));
            RandomJob job = jobs.apply(Math.floorDiv(seed, (long) block));
            RandomProgram program = new RandomProgram(Long.MAX_VALUE, seed, inBlock, job.isShared());
            Throwable failure = failureOf(job, program, program::ran, deadlineNs, stacks);
            ran += program.ran();
            if (failure != null) {
                return new RandomRun(ran, job, program.current(), failure);
            }
        }
        return new RandomRun(ran, null, null, null);
    }

    /** Why a job has failed, or null; no program of it may take longer than the deadline. */
    static Throwable failureOf(RandomJob job, EndpointProgram program, IntSupplier ran, long deadlineNs) {
        return failureOf(job, program, ran, deadlineNs, ThreadStacks::ofAllThreads);
    }

    private static Throwable failureOf(
            RandomJob job, EndpointProgram program, IntSupplier ran, long deadlineNs, Supplier<String> ofHanging) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().name("random programs").daemon(true).start(() -> {
            try {
                job.run(program);
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        int seen = 0;
        long since = System.nanoTime();
        try {
            while (!thread.join(Duration.ofMillis(20))) {
                if (ran.getAsInt() != seen) {
                    seen = ran.getAsInt();
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > deadlineNs) {
                    System.err.println("hangs, with " + job); // a JVM may crash when it is asked for its stacks
                    String stacks = ofHanging.get();
                    thread.interrupt(); // ends the job
                    return new AssertionError("hangs\n" + stacks);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        }
        return thrown.get();
    }
}
