package org.sennit.internal.endpoints.handle;

import org.sennit.Blocks;
import org.sennit.CollectiveCalls;
import org.sennit.NeighborCalls;
import org.sennit.Operation;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.call.LineCalls;
import org.sennit.internal.endpoints.coll.call.PairCalls;
import org.sennit.internal.endpoints.coll.call.Preparation;
import org.sennit.internal.endpoints.coll.call.Preparations;
import org.sennit.internal.endpoints.coll.call.ShortCalls;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;

/** The part of a communicator handle for blocking collectives. Their preparation passes errors to the error handler. */
abstract class CollectiveHandle extends PointToPointHandle implements CollectiveCalls, NeighborCalls {
    private final Collectives collectives; // of the local group, where there are two
    private final Preparations calls;
    private final Preparation blocking;
    private final ShortCalls fast; // null: there is no fast path

    CollectiveHandle(CommContext context) {
        super(context);
        this.collectives = Collectives.of(context.isInter() ? context.local() : context);
        this.calls = new Preparations(context, context.isInter() ? Collectives.of(context) : collectives);
        this.blocking = calls.blocking();
        ShortCalls lines = LineCalls.of(context, collectives, calls);
        this.fast = lines != null ? lines : PairCalls.of(context, collectives, calls);
    }

    final Collectives collectives() {
        return collectives;
    }

    final Preparations calls() {
        return calls;
    }

    @Override
    public void barrier() {
        if (fast == null || !fast.barrier()) {
            blocking.barrier().execute();
        }
    }

    @Override
    public void broadcast(@Memory Object memory, int root) {
        if (fast == null || !fast.broadcast(memory, null, root)) {
            blocking.broadcast(memory, null, root).execute();
        }
    }

    @Override
    public void broadcast(@Memory Object memory, DataLayout layout, int root) {
        if (fast == null || !fast.broadcast(memory, layout, root)) {
            blocking.broadcast(memory, layout, root).execute();
        }
    }

    @Override
    public void gather(@Memory Object sendMemory, @Memory Object receiveMemory, int root) {
        if (fast == null || !fast.gather(sendMemory, receiveMemory, null, root)) {
            blocking.gather(sendMemory, null, receiveMemory, null, true, root).execute();
        }
    }

    @Override
    public void gather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root) {
        if (fast == null || !fast.gather(sendMemory, receiveMemory, block, root)) {
            blocking.gather(sendMemory, block, receiveMemory, block, true, root).execute();
        }
    }

    @Override
    public void gather(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        blocking.gather(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .execute();
    }

    @Override
    public void gatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks, int root) {
        blocking.gatherv(sendMemory, null, receiveMemory, blocks, root).execute();
    }

    @Override
    public void gatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks, int root) {
        blocking.gatherv(sendMemory, sendLayout, receiveMemory, blocks, root).execute();
    }

    @Override
    public void scatter(@Memory Object sendMemory, @Memory Object receiveMemory, int root) {
        if (fast == null || !fast.scatter(sendMemory, receiveMemory, null, root)) {
            blocking.scatter(sendMemory, null, receiveMemory, null, true, root).execute();
        }
    }

    @Override
    public void scatter(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root) {
        if (fast == null || !fast.scatter(sendMemory, receiveMemory, block, root)) {
            blocking.scatter(sendMemory, block, receiveMemory, block, true, root)
                    .execute();
        }
    }

    @Override
    public void scatter(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        blocking.scatter(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root)
                .execute();
    }

    @Override
    public void scatterv(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, int root) {
        blocking.scatterv(sendMemory, blocks, receiveMemory, null, root).execute();
    }

    @Override
    public void scatterv(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        blocking.scatterv(sendMemory, blocks, receiveMemory, receiveLayout, root)
                .execute();
    }

    @Override
    public void allgather(@Memory Object sendMemory, @Memory Object receiveMemory) {
        if (fast == null || !fast.allgather(sendMemory, receiveMemory, null)) {
            blocking.allgather(sendMemory, null, receiveMemory, null, true).execute();
        }
    }

    @Override
    public void allgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        if (fast == null || !fast.allgather(sendMemory, receiveMemory, block)) {
            blocking.allgather(sendMemory, block, receiveMemory, block, true).execute();
        }
    }

    @Override
    public void allgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        blocking.allgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .execute();
    }

    @Override
    public void allgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks) {
        blocking.allgatherv(sendMemory, null, receiveMemory, blocks).execute();
    }

    @Override
    public void allgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks) {
        blocking.allgatherv(sendMemory, sendLayout, receiveMemory, blocks).execute();
    }

    @Override
    public void alltoall(@Memory Object sendMemory, @Memory Object receiveMemory) {
        if (fast == null || !fast.alltoall(sendMemory, receiveMemory, null)) {
            blocking.alltoall(sendMemory, null, receiveMemory, null, true).execute();
        }
    }

    @Override
    public void alltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        if (fast == null || !fast.alltoall(sendMemory, receiveMemory, block)) {
            blocking.alltoall(sendMemory, block, receiveMemory, block, true).execute();
        }
    }

    @Override
    public void alltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        blocking.alltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .execute();
    }

    @Override
    public void alltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks) {
        blocking.alltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks).execute();
    }

    @Override
    public void reduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation, int root) {
        if (fast == null || !fast.reduce(sendMemory, receiveMemory, null, operation, root)) {
            blocking.reduce(sendMemory, receiveMemory, null, operation, root).execute();
        }
    }

    @Override
    public void reduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation, int root) {
        if (fast == null || !fast.reduce(sendMemory, receiveMemory, layout, operation, root)) {
            blocking.reduce(sendMemory, receiveMemory, layout, operation, root).execute();
        }
    }

    @Override
    public void allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        if (fast == null || !fast.allreduce(sendMemory, receiveMemory, null, operation)) {
            blocking.allreduce(sendMemory, receiveMemory, null, operation).execute();
        }
    }

    @Override
    public void allreduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        if (fast == null || !fast.allreduce(sendMemory, receiveMemory, layout, operation)) {
            blocking.allreduce(sendMemory, receiveMemory, layout, operation).execute();
        }
    }

    @Override
    public void reduceScatterBlock(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        blocking.reduceScatterBlock(sendMemory, receiveMemory, null, operation).execute();
    }

    @Override
    public void reduceScatterBlock(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, Operation operation) {
        blocking.reduceScatterBlock(sendMemory, receiveMemory, block, operation).execute();
    }

    @Override
    public void reduceScatter(
            @Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, Operation operation) {
        blocking.reduceScatter(sendMemory, blocks, receiveMemory, null, operation)
                .execute();
    }

    @Override
    public void reduceScatter(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            Operation operation) {
        blocking.reduceScatter(sendMemory, blocks, receiveMemory, receiveLayout, operation)
                .execute();
    }

    @Override
    public void scan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        if (fast == null || !fast.scan(sendMemory, receiveMemory, null, operation, true)) {
            blocking.scan(sendMemory, receiveMemory, null, operation).execute();
        }
    }

    @Override
    public void scan(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        if (fast == null || !fast.scan(sendMemory, receiveMemory, layout, operation, true)) {
            blocking.scan(sendMemory, receiveMemory, layout, operation).execute();
        }
    }

    @Override
    public void exscan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        if (fast == null || !fast.scan(sendMemory, receiveMemory, null, operation, false)) {
            blocking.exscan(sendMemory, receiveMemory, null, operation).execute();
        }
    }

    @Override
    public void exscan(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        if (fast == null || !fast.scan(sendMemory, receiveMemory, layout, operation, false)) {
            blocking.exscan(sendMemory, receiveMemory, layout, operation).execute();
        }
    }

    @Override
    public void neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory) {
        blocking.neighborAllgather(sendMemory, null, receiveMemory, null, true).execute();
    }

    @Override
    public void neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        blocking.neighborAllgather(sendMemory, block, receiveMemory, block, true)
                .execute();
    }

    @Override
    public void neighborAllgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        blocking.neighborAllgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .execute();
    }

    @Override
    public void neighborAllgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks) {
        blocking.neighborAllgatherv(sendMemory, null, receiveMemory, blocks).execute();
    }

    @Override
    public void neighborAllgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks) {
        blocking.neighborAllgatherv(sendMemory, sendLayout, receiveMemory, blocks)
                .execute();
    }

    @Override
    public void neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory) {
        blocking.neighborAlltoall(sendMemory, null, receiveMemory, null, true).execute();
    }

    @Override
    public void neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        blocking.neighborAlltoall(sendMemory, block, receiveMemory, block, true).execute();
    }

    @Override
    public void neighborAlltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        blocking.neighborAlltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false)
                .execute();
    }

    @Override
    public void neighborAlltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks) {
        blocking.neighborAlltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks)
                .execute();
    }
}
