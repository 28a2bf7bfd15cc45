package org.sennit.bench.program;

import org.sennit.CollectiveRequests;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/** The start of a nonblocking collective by one endpoint. Sizes are as the OSU micro-benchmarks mean them. */
@FunctionalInterface
interface CollectiveStart {

    /** Starts it. The root counts where the collective has one. */
    Request run(int root);

    /** The collective that a plan measures, with its memory. */
    static CollectiveStart of(Communicator world, Plan plan, long sizeBytes) {
        CollectiveRequests calls = world.nonblocking();
        long allBytes = sizeBytes * world.size();
        return switch (plan.benchmark()) {
            case BARRIER -> root -> calls.barrier();
            case BROADCAST -> {
                Object memory = Memory.ofBytes(world, plan, sizeBytes);
                yield root -> calls.broadcast(memory, root);
            }
            case REDUCE -> {
                Object in = Memory.ofDoubles(world, plan, sizeBytes);
                Object out = Memory.ofDoubles(world, plan, sizeBytes);
                yield root -> calls.reduce(in, out, DataLayout.DOUBLE, Operation.SUM, root);
            }
            case ALLREDUCE -> {
                Object in = Memory.ofDoubles(world, plan, sizeBytes);
                Object out = Memory.ofDoubles(world, plan, sizeBytes);
                yield root -> calls.allreduce(in, out, DataLayout.DOUBLE, Operation.SUM);
            }
            case GATHER -> {
                Object block = Memory.ofBytes(world, plan, sizeBytes);
                Object all = Memory.ofBytes(world, plan, allBytes);
                yield root -> calls.gather(block, all, root);
            }
            case SCATTER -> {
                Object all = Memory.ofBytes(world, plan, allBytes);
                Object block = Memory.ofBytes(world, plan, sizeBytes);
                yield root -> calls.scatter(all, block, root);
            }
            case ALLGATHER -> {
                Object block = Memory.ofBytes(world, plan, sizeBytes);
                Object all = Memory.ofBytes(world, plan, allBytes);
                yield root -> calls.allgather(block, all);
            }
            case ALLTOALL -> {
                Object in = Memory.ofBytes(world, plan, allBytes);
                Object out = Memory.ofBytes(world, plan, allBytes);
                yield root -> calls.alltoall(in, out);
            }
            default ->
                throw new IllegalArgumentException(
                        "no collective: " + plan.benchmark().word());
        };
    }
}
