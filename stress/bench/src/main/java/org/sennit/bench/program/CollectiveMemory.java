package org.sennit.bench.program;

import org.sennit.Communicator;

/**
 * What one endpoint passes to a collective. Sizes are as the OSU micro-benchmarks mean them.
 *
 * @param in what it gives; of a broadcast both what the root gives and what the others get
 * @param out what it gets; null where the collective has no second memory
 */
record CollectiveMemory(Object in, Object out) {
    /** Returns the memory that a plan's collective needs. */
    static CollectiveMemory of(Communicator world, Plan plan, long sizeBytes) {
        long allBytes = sizeBytes * world.size();
        return switch (plan.benchmark()) {
            case BARRIER -> new CollectiveMemory(null, null);
            case BROADCAST -> new CollectiveMemory(BenchMemory.ofBytes(world, plan, sizeBytes), null);
            case REDUCE, ALLREDUCE ->
                new CollectiveMemory(
                        BenchMemory.ofDoubles(world, plan, sizeBytes), BenchMemory.ofDoubles(world, plan, sizeBytes));
            case GATHER, ALLGATHER -> ofBytes(world, plan, sizeBytes, allBytes);
            case SCATTER -> ofBytes(world, plan, allBytes, sizeBytes);
            case ALLTOALL -> ofBytes(world, plan, allBytes, allBytes);
            default ->
                throw new IllegalArgumentException(
                        "no collective: " + plan.benchmark().word());
        };
    }

    private static CollectiveMemory ofBytes(Communicator world, Plan plan, long inBytes, long outBytes) {
        return new CollectiveMemory(
                BenchMemory.ofBytes(world, plan, inBytes), BenchMemory.ofBytes(world, plan, outBytes));
    }
}
