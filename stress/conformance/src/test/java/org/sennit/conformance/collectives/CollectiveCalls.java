package org.sennit.conformance.collectives;

import org.sennit.Communicator;
import org.sennit.Operation;
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
            case BARRIER -> c.nonblocking().barrier();
            case BROADCAST -> c.nonblocking().broadcast(o.send(), o.sendLayout(), root);
            case GATHER -> c.nonblocking().gather(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case GATHERV -> c.nonblocking().gatherv(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks(), root);
            case SCATTER -> c.nonblocking().scatter(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case SCATTERV -> c.nonblocking().scatterv(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), root);
            case ALLGATHER -> c.nonblocking().allgather(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLGATHERV -> c.nonblocking().allgatherv(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks());
            case ALLTOALL -> c.nonblocking().alltoall(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLTOALLV -> c.nonblocking().alltoallv(o.send(), o.sendBlocks(), o.receive(), o.receiveBlocks());
            case REDUCE -> c.nonblocking().reduce(o.send(), o.receive(), o.layout(), op, root);
            case ALLREDUCE -> c.nonblocking().allreduce(o.send(), o.receive(), o.layout(), op);
            case REDUCE_SCATTER_BLOCK ->
                c.nonblocking().reduceScatterBlock(o.send(), o.receive(), o.receiveLayout(), op);
            case REDUCE_SCATTER ->
                c.nonblocking().reduceScatter(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), op);
            case SCAN -> c.nonblocking().scan(o.send(), o.receive(), o.layout(), op);
            case EXSCAN -> c.nonblocking().exscan(o.send(), o.receive(), o.layout(), op);
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
            case BARRIER -> c.persistent().barrier();
            case BROADCAST -> c.persistent().broadcast(o.send(), o.sendLayout(), root);
            case GATHER -> c.persistent().gather(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case GATHERV -> c.persistent().gatherv(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks(), root);
            case SCATTER -> c.persistent().scatter(o.send(), o.sendLayout(), o.receive(), o.receiveLayout(), root);
            case SCATTERV -> c.persistent().scatterv(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), root);
            case ALLGATHER -> c.persistent().allgather(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLGATHERV -> c.persistent().allgatherv(o.send(), o.sendLayout(), o.receive(), o.receiveBlocks());
            case ALLTOALL -> c.persistent().alltoall(o.send(), o.sendLayout(), o.receive(), o.receiveLayout());
            case ALLTOALLV -> c.persistent().alltoallv(o.send(), o.sendBlocks(), o.receive(), o.receiveBlocks());
            case REDUCE -> c.persistent().reduce(o.send(), o.receive(), o.layout(), op, root);
            case ALLREDUCE -> c.persistent().allreduce(o.send(), o.receive(), o.layout(), op);
            case REDUCE_SCATTER_BLOCK ->
                c.persistent().reduceScatterBlock(o.send(), o.receive(), o.receiveLayout(), op);
            case REDUCE_SCATTER ->
                c.persistent().reduceScatter(o.send(), o.sendBlocks(), o.receive(), o.receiveLayout(), op);
            case SCAN -> c.persistent().scan(o.send(), o.receive(), o.layout(), op);
            case EXSCAN -> c.persistent().exscan(o.send(), o.receive(), o.layout(), op);
        };
    }
}
