package org.sennit;

import org.sennit.internal.endpoints.coll.call.Preparation;
import org.sennit.internal.endpoints.coll.call.PreparedCall;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.PartitionedReceive;
import org.sennit.internal.endpoints.p2p.PartitionedSend;
import org.sennit.internal.endpoints.p2p.Partitioning;
import org.sennit.internal.endpoints.p2p.Persistence;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * The persistent calls of a {@link Communicator}: what is always the same is said once, and then only started. Each makes an
 * inactive request, which {@link Request#start} starts again and again; the memory is in use while it is active. Making one
 * is local. Beside the calls of both views: messages in partitions. Inside a JVM starting and waiting allocate nothing. (MPI
 * 4.1, sections 3.9, 4.2 and 6.13)
 */
public final class PersistentCalls extends CollectiveView {
    private final Communicator owner;
    private final Persistence persistence;
    private final Partitioning partitioning;

    PersistentCalls(Communicator owner, CommContext context) {
        this.owner = owner;
        this.persistence = new Persistence(context, owner.pointToPoint(), owner.modes());
        this.partitioning = new Partitioning(context);
    }

    @Override
    Preparation preparation() {
        return owner.calls().persistent();
    }

    @Override
    Request started(PreparedCall call) {
        return call.persist();
    }

    @Override
    public Request send(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.STANDARD, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request send(@Memory Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.STANDARD, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendSynchronous(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.SYNCHRONOUS, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendSynchronous(@Memory Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.SYNCHRONOUS, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendBuffered(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.BUFFERED, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendBuffered(@Memory Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.BUFFERED, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReady(@Memory Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.READY, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request sendReady(@Memory Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.READY, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, DataLayout layout, int source, int tag) {
        try {
            return persistence.receive(memory, layout, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    @Override
    public Request receive(@Memory Object memory, int source, int tag) {
        try {
            return persistence.receive(memory, MemoryViews.layoutOf(memory), source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Makes a send whose message becomes ready in partitions, by any threads. Matches one {@link #receivePartitioned} of
     * the same communicator, peer and tag, in the order of these calls, and no other receive. (MPI_Psend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param partitions how many partitions, at least 1
     * @param partition which elements are the first partition; the others follow it. Without a count: an equal share of
     *     the memory for each
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request: {@code start} it, then {@link PartitionedSend#ready} each partition
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public PartitionedSend sendPartitioned(
            @Memory Object memory, int partitions, DataLayout partition, int destination, int tag) {
        try {
            return partitioning.send(memory, partitions, partition, destination, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }

    /**
     * Makes a receive whose message comes in partitions, of which the sender may have another number. (MPI_Precv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param partitions how many partitions, at least 1
     * @param partition which elements are the first partition; the others follow it. Without a count: an equal share of
     *     the memory for each
     * @param source a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request: {@code start} it; {@link PartitionedReceive#hasArrived} tells of each partition
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public PartitionedReceive receivePartitioned(
            @Memory Object memory, int partitions, DataLayout partition, int source, int tag) {
        try {
            return partitioning.receive(memory, partitions, partition, source, tag);
        } catch (SennitException e) {
            throw owner.raised(e);
        }
    }
}
