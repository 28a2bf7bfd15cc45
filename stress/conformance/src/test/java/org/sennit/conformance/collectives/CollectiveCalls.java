package org.sennit.conformance.collectives;

import org.sennit.Communicator;
import org.sennit.internal.endpoints.datatype.Operation;
import org.sennit.message.Request;

/** Each collective in each of three ways to call it. */
public final class CollectiveCalls {
    private CollectiveCalls() {}

    /**
     * Calls it.
     *
     * @param call which
     * @param c the communicator
     * @param o the memory
     */
    public static void blocking(CollectiveCase call, Communicator c, Operands o) {
        int root = call.root();
        Operation op = call.operation().operation;
        switch (call.collective()) {
            case BARRIER -> c.barrier();
            case BROADCAST -> c.broadcast(o.send(), o.sendLayout(), root);
            case GATHER -> c.gather(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case GATHERV -> c.gatherv(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks(), root);
            case SCATTER -> c.scatter(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case SCATTERV -> c.scatterv(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), root);
            case ALLGATHER -> c.allgather(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLGATHERV -> c.allgatherv(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks());
            case ALLTOALL -> c.alltoall(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLTOALLV -> c.alltoallv(o.send(), o.sendBlocks(), o.receive(), o.receiveBlocks());
            case REDUCE -> c.reduce(o.send(), o.receive(), o.layout(), op, root);
            case ALLREDUCE -> c.allreduce(o.send(), o.receive(), o.layout(), op);
            case REDUCE_SCATTER_BLOCK -> c.reduceScatterBlock(o.send(), o.receive(), o.receiveLayout(), op);
            case REDUCE_SCATTER -> c.reduceScatter(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), op);
            case SCAN -> c.scan(o.send(), o.receive(), o.layout(), op);
            case EXSCAN -> c.exscan(o.send(), o.receive(), o.layout(), op);
        }
    }

    /**
     * Calls it.
     *
     * @param call which
     * @param c the communicator
     * @param o the memory
     * @return the request
     */
    public static Request nonblocking(CollectiveCase call, Communicator c, Operands o) {
        int root = call.root();
        Operation op = call.operation().operation;
        return switch (call.collective()) {
            case BARRIER -> c.barrierNonblocking();
            case BROADCAST -> c.broadcastNonblocking(o.send(), o.sendLayout(), root);
            case GATHER -> c.gatherNonblocking(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case GATHERV -> c.gathervNonblocking(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks(), root);
            case SCATTER -> c.scatterNonblocking(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case SCATTERV -> c.scattervNonblocking(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), root);
            case ALLGATHER -> c.allgatherNonblocking(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLGATHERV -> c.allgathervNonblocking(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks());
            case ALLTOALL -> c.alltoallNonblocking(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLTOALLV -> c.alltoallvNonblocking(o.send(), o.sendBlocks(), o.receive(), o.receiveBlocks());
            case REDUCE -> c.reduceNonblocking(o.send(), o.receive(), o.layout(), op, root);
            case ALLREDUCE -> c.allreduceNonblocking(o.send(), o.receive(), o.layout(), op);
            case REDUCE_SCATTER_BLOCK -> c.reduceScatterBlockNonblocking(o.send(), o.receive(), o.receiveLayout(), op);
            case REDUCE_SCATTER ->
                c.reduceScatterNonblocking(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), op);
            case SCAN -> c.scanNonblocking(o.send(), o.receive(), o.layout(), op);
            case EXSCAN -> c.exscanNonblocking(o.send(), o.receive(), o.layout(), op);
        };
    }

    /**
     * Calls it.
     *
     * @param call which
     * @param c the communicator
     * @param o the memory
     * @return the request
     */
    public static Request persistent(CollectiveCase call, Communicator c, Operands o) {
        int root = call.root();
        Operation op = call.operation().operation;
        return switch (call.collective()) {
            case BARRIER -> c.barrierPersistent();
            case BROADCAST -> c.broadcastPersistent(o.send(), o.sendLayout(), root);
            case GATHER -> c.gatherPersistent(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case GATHERV -> c.gathervPersistent(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks(), root);
            case SCATTER -> c.scatterPersistent(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case SCATTERV -> c.scattervPersistent(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), root);
            case ALLGATHER -> c.allgatherPersistent(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLGATHERV -> c.allgathervPersistent(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks());
            case ALLTOALL -> c.alltoallPersistent(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLTOALLV -> c.alltoallvPersistent(o.send(), o.sendBlocks(), o.receive(), o.receiveBlocks());
            case REDUCE -> c.reducePersistent(o.send(), o.receive(), o.layout(), op, root);
            case ALLREDUCE -> c.allreducePersistent(o.send(), o.receive(), o.layout(), op);
            case REDUCE_SCATTER_BLOCK -> c.reduceScatterBlockPersistent(o.send(), o.receive(), o.receiveLayout(), op);
            case REDUCE_SCATTER ->
                c.reduceScatterPersistent(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), op);
            case SCAN -> c.scanPersistent(o.send(), o.receive(), o.layout(), op);
            case EXSCAN -> c.exscanPersistent(o.send(), o.receive(), o.layout(), op);
        };
    }
}
