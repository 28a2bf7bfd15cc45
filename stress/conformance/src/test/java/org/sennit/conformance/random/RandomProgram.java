package org.sennit.conformance.random;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.endpoints.api.Communicator;
import org.sennit.endpoints.api.EndpointProgram;
import org.sennit.endpoints.api.Job;
import org.sennit.testkit.SeededRandom;

/**
 * Runs random cases until its share of time is used up. Rank 0 draws the seed of each case and tells the others, so that
 * all stop together. Arguments: seconds, seed.
 */
final class RandomProgram implements EndpointProgram {
    static final String RAN = "random cases: ";

    private final long shareNs;
    private final long seed;
    private final AtomicInteger cases = new AtomicInteger();

    RandomProgram(long shareNs, long seed) {
        this.shareNs = shareNs;
        this.seed = seed;
    }

    public static void main(String[] args) {
        RandomProgram program =
                new RandomProgram(TimeUnit.SECONDS.toNanos(Long.parseLong(args[0])), Long.parseLong(args[1]));
        Job.run(3, program);
        if (program.cases() > 0) { // the process of rank 0
            System.out.println(RAN + program.cases());
        }
    }

    /** How many cases have run, counted by rank 0. */
    int cases() {
        return cases.get();
    }

    @Override
    public void run(org.sennit.endpoints.api.Endpoint endpoint) {
        Communicator world = endpoint.world();
        SeededRandom random = new SeededRandom(seed);
        long startNs = System.nanoTime();
        long[] order = new long[2];
        try (Communicator copy = world.duplicate()) {
            while (true) {
                if (world.rank() == 0) {
                    order[0] = System.nanoTime() - startNs < shareNs ? 1 : 0;
                    order[1] = random.nextLong();
                }
                world.broadcast(order, 0);
                if (order[0] == 0) {
                    return;
                }
                runCase(order[1], world, copy);
            }
        }
    }

    private void runCase(long caseSeed, Communicator world, Communicator copy) {
        try {
            new RandomRank(new RandomPlan(caseSeed, world.size()), new Communicator[] {world, copy}).run();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("case with seed=" + caseSeed + " rank=" + world.rank() + " of " + world.size(), e);
        }
        world.barrier();
        if (world.rank() == 0) {
            cases.incrementAndGet();
        }
    }
}
