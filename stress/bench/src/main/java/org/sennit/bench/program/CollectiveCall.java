package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;

/** One call of a collective by one endpoint. Sizes are as the OSU micro-benchmarks mean them. */
@FunctionalInterface
interface CollectiveCall {

    /** Calls it. Blocks. The root counts where the collective has one. */
    void run(int root);

    /** The call that a plan measures, with its memory. */
    static CollectiveCall of(Communicator world, Plan plan, long sizeBytes) {
        long allBytes = sizeBytes * world.size();
        return switch (plan.benchmark()) {
            case BARRIER -> root -> world.barrier();
            case BROADCAST -> {
                Object memory = Memory.ofBytes(world, plan, sizeBytes);
                yield root -> world.broadcast(memory, root);
            }
            case REDUCE -> {
                Object in = Memory.ofDoubles(world, plan, sizeBytes);
                Object out = Memory.ofDoubles(world, plan, sizeBytes);
                yield root -> world.reduce(in, out, DataLayout.DOUBLE, Operation.SUM, root);
            }
            case ALLREDUCE -> {
                Object in = Memory.ofDoubles(world, plan, sizeBytes);
                Object out = Memory.ofDoubles(world, plan, sizeBytes);
                yield root -> world.allreduce(in, out, DataLayout.DOUBLE, Operation.SUM);
            }
            case GATHER -> {
                Object block = Memory.ofBytes(world, plan, sizeBytes);
                Object all = Memory.ofBytes(world, plan, allBytes);
                yield root -> world.gather(block, all, root);
            }
            case SCATTER -> {
                Object all = Memory.ofBytes(world, plan, allBytes);
                Object block = Memory.ofBytes(world, plan, sizeBytes);
                yield root -> world.scatter(all, block, root);
            }
            case ALLGATHER -> {
                Object block = Memory.ofBytes(world, plan, sizeBytes);
                Object all = Memory.ofBytes(world, plan, allBytes);
                yield root -> world.allgather(block, all);
            }
            case ALLTOALL -> {
                Object in = Memory.ofBytes(world, plan, allBytes);
                Object out = Memory.ofBytes(world, plan, allBytes);
                yield root -> world.alltoall(in, out);
            }
            default ->
                throw new IllegalArgumentException(
                        "no collective: " + plan.benchmark().word());
        };
    }
}
