package org.sennit;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.p2p.PartitionedReceive;
import org.sennit.internal.endpoints.p2p.PartitionedSend;
import org.sennit.internal.endpoints.p2p.Partitioning;
import org.sennit.internal.endpoints.p2p.Persistence;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * The persistent messages of a {@link Communicator}, whole or in partitions: what is always the same is said once, and then
 * only started. Inside a JVM starting and waiting allocate nothing. (MPI 4.1, sections 3.9 and 4.2)
 */
public abstract class PersistentCalls extends ModeCalls {
    private final Persistence persistence;
    private final Partitioning partitioning;

    /** Made by its communicator only. */
    PersistentCalls(CommContext context) {
        super(context);
        this.persistence = new Persistence(context, pointToPoint(), modes());
        this.partitioning = new Partitioning(context);
    }

    /**
     * Makes a standard send of some elements that may be started again and again. (MPI_Send_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendPersistent(Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.STANDARD, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a standard send of all of a memory that may be started again and again. (MPI_Send_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendPersistent(Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.STANDARD, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a synchronous send of some elements that may be started again and again. (MPI_Ssend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendSynchronousPersistent(Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.SYNCHRONOUS, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a synchronous send of all of a memory that may be started again and again. (MPI_Ssend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendSynchronousPersistent(Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.SYNCHRONOUS, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a buffered send of some elements that may be started again and again. (MPI_Bsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendBufferedPersistent(Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.BUFFERED, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a buffered send of all of a memory that may be started again and again. (MPI_Bsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendBufferedPersistent(Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.BUFFERED, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a ready send of some elements that may be started again and again. (MPI_Rsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout which elements of it
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendReadyPersistent(Object memory, DataLayout layout, int destination, int tag) {
        try {
            return persistence.send(SendMode.READY, memory, layout, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a ready send of all of a memory that may be started again and again. (MPI_Rsend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request sendReadyPersistent(Object memory, int destination, int tag) {
        try {
            return persistence.send(SendMode.READY, memory, MemoryViews.layoutOf(memory), destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a receive that may be started again and again. (MPI_Recv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param layout which elements of it
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request receivePersistent(Object memory, DataLayout layout, int source, int tag) {
        try {
            return persistence.receive(memory, layout, source, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a receive that may be started again and again. (MPI_Recv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @return an inactive request; {@link Request#start} starts it
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public Request receivePersistent(Object memory, int source, int tag) {
        try {
            return persistence.receive(memory, MemoryViews.layoutOf(memory), source, tag);
        } catch (SennitException e) {
            throw raised(e);
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
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request: {@code start} it, then {@link PartitionedSend#ready} each partition
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public PartitionedSend sendPartitioned(
            Object memory, int partitions, DataLayout partition, int destination, int tag) {
        try {
            return partitioning.send(memory, partitions, partition, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Makes a receive whose message comes in partitions, of which the sender may have another number. (MPI_Precv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param partitions how many partitions, at least 1
     * @param partition which elements are the first partition; the others follow it. Without a count: an equal share of
     *     the memory for each
     * @param source a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request: {@code start} it; {@link PartitionedReceive#hasArrived} tells of each partition
     * @throws org.sennit.message.SennitException see {@link Communicator}
     */
    public PartitionedReceive receivePartitioned(
            Object memory, int partitions, DataLayout partition, int source, int tag) {
        try {
            return partitioning.receive(memory, partitions, partition, source, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
