package org.sennit.conformance.random;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Operation;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolOptions;
import org.sennit.ownership.PoolStatistics;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.SeededRandom;

/**
 * Random programs with ownership, with consecutive seeds in one job of this JVM. At the end of each the pools are
 * emptied: a buffer that is lost anywhere keeps its pool from becoming empty.
 */
final class OwnershipProgram implements EndpointProgram {
    /** A buffer may still be on its way home, in a network with faults. */
    static final long HOME_NS = Deadlines.ns(10);

    private final long firstSeed;
    private final int most;
    private final long homeNs;
    private final AtomicInteger ran = new AtomicInteger();
    private final Map<Long, OwnershipLedger> ledgers = new ConcurrentHashMap<>();

    /**
     * Makes programs that have not run.
     *
     * @param firstSeed the seed of the first
     * @param most how many
     * @param homeNs after which a buffer that has not come home is lost
     */
    OwnershipProgram(long firstSeed, int most, long homeNs) {
        this.firstSeed = firstSeed;
        this.most = most;
        this.homeNs = homeNs;
    }

    /** How many have run, counted by rank 0. */
    int ran() {
        return ran.get();
    }

    @Override
    public void run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        try (Communicator copy = world.duplicate()) {
            for (long seed = firstSeed; seed < firstSeed + most; seed++) {
                OwnershipPlan plan = OwnershipPlan.of(seed, world.size());
                PoolOptions options = options(seed, endpoint);
                OwnershipLedger ledger = ledgers.computeIfAbsent(seed, any -> new OwnershipLedger());
                try (OwnershipPool pool = OwnershipPool.open(endpoint, options)) {
                    new OwnershipRank(plan, ledger, pool, world, copy).run();
                    empty(pool, world);
                    ledger.assertEmpty();
                } catch (RuntimeException | Error e) {
                    throw new AssertionError(
                            "rank " + world.rank() + ": " + e.getMessage() + "\n" + options + "\n" + plan.text(), e);
                }
                world.barrier();
                if (world.rank() == 0) {
                    ledgers.remove(seed);
                    ran.incrementAndGet();
                }
            }
        }
    }

    /** The same on all ranks. */
    private static PoolOptions options(long seed, Endpoint endpoint) {
        SeededRandom random = new SeededRandom(~seed);
        PoolOptions defaults = OwnershipPool.defaults(endpoint);
        return defaults.senderSide(random.nextBoolean())
                .cap(random.oneOf(0L, 4096L, 1L << 20, defaults.capBytes()))
                .window(random.oneOf(0L, 1L, 4096L, 1L << 20, defaults.windowBytes()))
                .shared(random.nextInt(4) == 0 != defaults.isShared())
                .checked(random.nextBoolean())
                .sampling(1)
                .warnings(line -> {
                    throw new AssertionError(line); // no rank forgets a buffer
                });
    }

    /** Gives all memory back, until all pools are as they were at first. */
    private void empty(OwnershipPool pool, Communicator world) {
        long startNs = System.nanoTime();
        long[] left = new long[2];
        long[] sum = new long[2];
        do {
            pool.trim(0);
            PoolStatistics s = pool.statistics();
            if (s.owned() != 0) {
                throw new AssertionError("in use at the end: " + s);
            }
            left[0] = s.buffers() + s.freeBuffers() + s.bytes();
            left[1] = System.nanoTime() - startNs > homeNs ? 1 : 0;
            world.allreduce(left, sum, Operation.SUM);
        } while (sum[0] != 0 && sum[1] == 0);
        if (sum[0] != 0) {
            throw new AssertionError("buffers are lost: " + pool.statistics());
        }
    }
}
