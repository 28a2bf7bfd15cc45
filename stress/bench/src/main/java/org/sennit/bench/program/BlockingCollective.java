package org.sennit.bench.program;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;

/** One call of a collective by one endpoint. */
@FunctionalInterface
interface BlockingCollective {
    /** Calls it. Blocks. The root counts where the collective has one. */
    void run(int root);

    /** Returns the collective that a plan measures, with its memory. */
    static BlockingCollective of(Communicator world, Plan plan, long sizeBytes) {
        CollectiveMemory memory = CollectiveMemory.of(world, plan, sizeBytes);
        Object in = memory.in();
        Object out = memory.out();
        return switch (plan.benchmark()) {
            case BARRIER -> root -> world.barrier();
            case BROADCAST -> root -> world.broadcast(in, root);
            case REDUCE -> root -> world.reduce(in, out, DataLayout.DOUBLE, Operation.SUM, root);
            case ALLREDUCE -> root -> world.allreduce(in, out, DataLayout.DOUBLE, Operation.SUM);
            case GATHER -> root -> world.gather(in, out, root);
            case SCATTER -> root -> world.scatter(in, out, root);
            case ALLGATHER -> root -> world.allgather(in, out);
            case ALLTOALL -> root -> world.alltoall(in, out);
            default ->
                throw new IllegalArgumentException(
                        "no collective: " + plan.benchmark().word());
        };
    }
}
