package org.sennit.internal.endpoints.handle;

import org.sennit.Blocks;
import org.sennit.Operation;
import org.sennit.RequestCalls;
import org.sennit.internal.endpoints.coll.call.Preparation;
import org.sennit.internal.endpoints.coll.call.PreparedCall;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;

/** What the views of a communicator share: the modes of sending and the collectives, driven as the view defines. */
abstract class RequestView implements RequestCalls {
    final CollectiveHandle owner;

    RequestView(CollectiveHandle owner) {
        this.owner = owner;
    }

    abstract Request send(SendMode mode, Object memory, DataLayout layout, int destination, int tag);

    abstract Preparation preparation();

    abstract Request started(PreparedCall call);

    @Override
    public Request sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag) {
        return send(SendMode.SYNCHRONOUS, memory, layout, destination, tag);
    }

    @Override
    public Request sendSynchronous(@Memory Object memory, int destination, int tag) {
        return send(SendMode.SYNCHRONOUS, memory, owner.layoutOf(memory), destination, tag);
    }

    @Override
    public Request sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag) {
        return send(SendMode.BUFFERED, memory, layout, destination, tag);
    }

    @Override
    public Request sendBuffered(@Memory Object memory, int destination, int tag) {
        return send(SendMode.BUFFERED, memory, owner.layoutOf(memory), destination, tag);
    }

    @Override
    public Request sendReady(@Memory Object memory, DataLayout layout, int destination, int tag) {
        return send(SendMode.READY, memory, layout, destination, tag);
    }

    @Override
    public Request sendReady(@Memory Object memory, int destination, int tag) {
        return send(SendMode.READY, memory, owner.layoutOf(memory), destination, tag);
    }

    @Override
    public Request barrier() {
        return started(preparation().barrier());
    }

    @Override
    public Request broadcast(@Memory Object memory, int root) {
        return started(preparation().broadcast(memory, null, root));
    }

    @Override
    public Request broadcast(@Memory Object memory, DataLayout layout, int root) {
        return started(preparation().broadcast(memory, layout, root));
    }

    @Override
    public Request gather(@Memory Object sendMemory, @Memory Object receiveMemory, int root) {
        return started(preparation().gather(sendMemory, null, receiveMemory, null, true, root));
    }

    @Override
    public Request gather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root) {
        return started(preparation().gather(sendMemory, block, receiveMemory, block, true, root));
    }

    @Override
    public Request gather(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        return started(preparation().gather(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root));
    }

    @Override
    public Request gatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks, int root) {
        return started(preparation().gatherv(sendMemory, null, receiveMemory, blocks, root));
    }

    @Override
    public Request gatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks, int root) {
        return started(preparation().gatherv(sendMemory, sendLayout, receiveMemory, blocks, root));
    }

    @Override
    public Request scatter(@Memory Object sendMemory, @Memory Object receiveMemory, int root) {
        return started(preparation().scatter(sendMemory, null, receiveMemory, null, true, root));
    }

    @Override
    public Request scatter(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, int root) {
        return started(preparation().scatter(sendMemory, block, receiveMemory, block, true, root));
    }

    @Override
    public Request scatter(
            @Memory Object sendMemory,
            DataLayout sendLayout,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        return started(preparation().scatter(sendMemory, sendLayout, receiveMemory, receiveLayout, false, root));
    }

    @Override
    public Request scatterv(@Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, int root) {
        return started(preparation().scatterv(sendMemory, blocks, receiveMemory, null, root));
    }

    @Override
    public Request scatterv(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            int root) {
        return started(preparation().scatterv(sendMemory, blocks, receiveMemory, receiveLayout, root));
    }

    @Override
    public Request allgather(@Memory Object sendMemory, @Memory Object receiveMemory) {
        return started(preparation().allgather(sendMemory, null, receiveMemory, null, true));
    }

    @Override
    public Request allgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        return started(preparation().allgather(sendMemory, block, receiveMemory, block, true));
    }

    @Override
    public Request allgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        return started(preparation().allgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false));
    }

    @Override
    public Request allgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks) {
        return started(preparation().allgatherv(sendMemory, null, receiveMemory, blocks));
    }

    @Override
    public Request allgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks) {
        return started(preparation().allgatherv(sendMemory, sendLayout, receiveMemory, blocks));
    }

    @Override
    public Request alltoall(@Memory Object sendMemory, @Memory Object receiveMemory) {
        return started(preparation().alltoall(sendMemory, null, receiveMemory, null, true));
    }

    @Override
    public Request alltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        return started(preparation().alltoall(sendMemory, block, receiveMemory, block, true));
    }

    @Override
    public Request alltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        return started(preparation().alltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false));
    }

    @Override
    public Request alltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks) {
        return started(preparation().alltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks));
    }

    @Override
    public Request reduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation, int root) {
        return started(preparation().reduce(sendMemory, receiveMemory, null, operation, root));
    }

    @Override
    public Request reduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation, int root) {
        return started(preparation().reduce(sendMemory, receiveMemory, layout, operation, root));
    }

    @Override
    public Request allreduce(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        return started(preparation().allreduce(sendMemory, receiveMemory, null, operation));
    }

    @Override
    public Request allreduce(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        return started(preparation().allreduce(sendMemory, receiveMemory, layout, operation));
    }

    @Override
    public Request reduceScatterBlock(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        return started(preparation().reduceScatterBlock(sendMemory, receiveMemory, null, operation));
    }

    @Override
    public Request reduceScatterBlock(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block, Operation operation) {
        return started(preparation().reduceScatterBlock(sendMemory, receiveMemory, block, operation));
    }

    @Override
    public Request reduceScatter(
            @Memory Object sendMemory, Blocks blocks, @Memory Object receiveMemory, Operation operation) {
        return started(preparation().reduceScatter(sendMemory, blocks, receiveMemory, null, operation));
    }

    @Override
    public Request reduceScatter(
            @Memory Object sendMemory,
            Blocks blocks,
            @Memory Object receiveMemory,
            DataLayout receiveLayout,
            Operation operation) {
        return started(preparation().reduceScatter(sendMemory, blocks, receiveMemory, receiveLayout, operation));
    }

    @Override
    public Request scan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        return started(preparation().scan(sendMemory, receiveMemory, null, operation));
    }

    @Override
    public Request scan(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        return started(preparation().scan(sendMemory, receiveMemory, layout, operation));
    }

    @Override
    public Request exscan(@Memory Object sendMemory, @Memory Object receiveMemory, Operation operation) {
        return started(preparation().exscan(sendMemory, receiveMemory, null, operation));
    }

    @Override
    public Request exscan(
            @Memory Object sendMemory, @Memory Object receiveMemory, DataLayout layout, Operation operation) {
        return started(preparation().exscan(sendMemory, receiveMemory, layout, operation));
    }

    @Override
    public Request neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory) {
        return started(preparation().neighborAllgather(sendMemory, null, receiveMemory, null, true));
    }

    @Override
    public Request neighborAllgather(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        return started(preparation().neighborAllgather(sendMemory, block, receiveMemory, block, true));
    }

    @Override
    public Request neighborAllgather(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        return started(preparation().neighborAllgather(sendMemory, sendLayout, receiveMemory, receiveLayout, false));
    }

    @Override
    public Request neighborAllgatherv(@Memory Object sendMemory, @Memory Object receiveMemory, Blocks blocks) {
        return started(preparation().neighborAllgatherv(sendMemory, null, receiveMemory, blocks));
    }

    @Override
    public Request neighborAllgatherv(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, Blocks blocks) {
        return started(preparation().neighborAllgatherv(sendMemory, sendLayout, receiveMemory, blocks));
    }

    @Override
    public Request neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory) {
        return started(preparation().neighborAlltoall(sendMemory, null, receiveMemory, null, true));
    }

    @Override
    public Request neighborAlltoall(@Memory Object sendMemory, @Memory Object receiveMemory, DataLayout block) {
        return started(preparation().neighborAlltoall(sendMemory, block, receiveMemory, block, true));
    }

    @Override
    public Request neighborAlltoall(
            @Memory Object sendMemory, DataLayout sendLayout, @Memory Object receiveMemory, DataLayout receiveLayout) {
        return started(preparation().neighborAlltoall(sendMemory, sendLayout, receiveMemory, receiveLayout, false));
    }

    @Override
    public Request neighborAlltoallv(
            @Memory Object sendMemory, Blocks sendBlocks, @Memory Object receiveMemory, Blocks receiveBlocks) {
        return started(preparation().neighborAlltoallv(sendMemory, sendBlocks, receiveMemory, receiveBlocks));
    }
}
