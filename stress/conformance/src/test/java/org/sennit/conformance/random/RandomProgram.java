package org.sennit.conformance.random;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.ThreadStacks;

/**
 * Runs random programs with consecutive seeds in one job until its share of time is used up. Rank 0 signals the others
 * to go on, so that all stop together. Arguments: nanoseconds, first seed, most programs,
 * network.
 */
final class RandomProgram implements EndpointProgram {
    static final String RAN = "random programs: ";

    /** What a program takes on the slowest machine that we know, many times over. */
    private static final long HANG_NS = Deadlines.ns(30);

    private final long shareNs;
    private final long firstSeed;
    private final int most;
    private final boolean isShared;
    private final AtomicInteger ran = new AtomicInteger();
    private volatile RandomPlan current;

    /**
     * Makes a run of programs.
     *
     * @param shareNs for how long at most
     * @param firstSeed the seed of the first
     * @param most how many at most
     * @param isShared whether the job lets several threads use an endpoint
     */
    RandomProgram(long shareNs, long firstSeed, int most, boolean isShared) {
        this.isShared = isShared;
        this.shareNs = shareNs;
        this.firstSeed = firstSeed;
        this.most = most;
    }

    public static void main(String[] args) {
        long firstSeed = Long.parseLong(args[1]);
        RandomJob job = RandomJob.of(Math.floorDiv(firstSeed, RandomRun.JVMS_BLOCK));
        RandomProgram program =
                new RandomProgram(Long.parseLong(args[0]), firstSeed, Integer.parseInt(args[2]), job.isShared());
        job.values().put("net.module", args[3]);
        Thread.ofPlatform().daemon(true).start(program::watch);
        Job.run(job.endpoints(), job.options(), program); // the launcher's numbers win
        if (program.ran() > 0) { // the process of rank 0
            System.out.println(RAN + program.ran());
        }
    }

    /** How many have run, counted by rank 0. */
    int ran() {
        return ran.get();
    }

    /** The program that runs, or has failed; null before the first. */
    RandomPlan current() {
        return current;
    }

    @Override
    public void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        long startNs = System.nanoTime();
        long[] order = new long[1];
        try (Communicator copy = world.duplicate()) {
            for (long seed = firstSeed; ; seed++) {
                long done = seed - firstSeed;
                boolean isOver =
                        done >= most || done >= RandomProgramsTest.LEAST && System.nanoTime() - startNs >= shareNs;
                order[0] = isOver ? 0 : 1;
                world.broadcast(order, 0);
                if (order[0] == 0) {
                    return;
                }
                RandomPlan plan = PlanGenerator.plan(seed, world.size(), isShared);
                if (world.rank() == 0) {
                    current = plan;
                }
                runOne(plan, world, copy);
                if (world.rank() == 0) {
                    ran.incrementAndGet();
                }
            }
        }
    }

    /** Runs one program; an error that it finds carries the program as text. */
    static void runOne(RandomPlan plan, Communicator world, Communicator copy) {
        RandomPlan second = plan.side().secondThread();
        if (second == null) {
            runAlone(plan, plan, world, copy);
            return;
        }
        try (Communicator otherWorld = world.duplicate();
                Communicator otherCopy = world.duplicate()) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread thread = Thread.ofPlatform()
                    .daemon(true)
                    .name(Thread.currentThread().getName() + ", second thread")
                    .start(() -> {
                        try {
                            runAlone(second, plan, otherWorld, otherCopy);
                        } catch (Throwable e) {
                            failure.set(e);
                            world.abort(e); // the first thread may wait for ever
                        }
                    });
            runAlone(plan, plan, world, copy);
            thread.join();
            if (failure.get() != null) {
                throw new AssertionError(
                        "in the second thread: " + failure.get().getMessage(), failure.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static void runAlone(RandomPlan plan, RandomPlan whole, Communicator world, Communicator copy) {
        try {
            RandomRank rank = new RandomRank(plan, new Communicator[] {world, copy});
            rank.run();
            rank.close(); // not after a failure: the buffer cannot be had back then
        } catch (RuntimeException | Error e) {
            throw new AssertionError("rank " + world.rank() + ": " + e.getMessage() + "\n" + whole.text(), e);
        }
    }

    /** Ends a process in which a program hangs, with all that is to be known. */
    private void watch() {
        int seen = -1;
        long since = System.nanoTime();
        while (System.nanoTime() - since < HANG_NS) {
            java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            if (ran() != seen) {
                seen = ran();
                since = System.nanoTime();
            }
        }
        RandomPlan hanging = current;
        if (hanging != null) {
            System.err.println("hangs: " + hanging.text()); // first: see ThreadStacks
            System.err.println(ThreadStacks.ofAllThreads());
            Runtime.getRuntime().halt(1);
        }
    }
}
