package org.sennit.bench.program;

import org.sennit.CollectiveRequests;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/** The start of a nonblocking collective by one endpoint. */
@FunctionalInterface
interface CollectiveStart {
    /** Starts it. The root counts where the collective has one. */
    Request run(int root);

    /** Returns the collective that a plan measures, with its memory. */
    static CollectiveStart of(Communicator world, Plan plan, long sizeBytes) {
        CollectiveRequests calls = world.nonblocking();
        CollectiveMemory memory = CollectiveMemory.of(world, plan, sizeBytes);
        Object in = memory.in();
        Object out = memory.out();
        return switch (plan.benchmark()) {
            case BARRIER -> root -> calls.barrier();
            case BROADCAST -> root -> calls.broadcast(in, root);
            case REDUCE -> root -> calls.reduce(in, out, DataLayout.DOUBLE, Operation.SUM, root);
            case ALLREDUCE -> root -> calls.allreduce(in, out, DataLayout.DOUBLE, Operation.SUM);
            case GATHER -> root -> calls.gather(in, out, root);
            case SCATTER -> root -> calls.scatter(in, out, root);
            case ALLGATHER -> root -> calls.allgather(in, out);
            case ALLTOALL -> root -> calls.alltoall(in, out);
            default ->
                throw new IllegalArgumentException(
                        "no collective: " + plan.benchmark().word());
        };
    }
}
