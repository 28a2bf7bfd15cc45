package org.sennit;

import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;

/**
 * The persistent calls of a {@link Communicator}: each makes an inactive request with fixed arguments, which
 * {@link Request#start} starts any number of times; the memory is in use while it is active. Making a request is local.
 * In addition to the calls of both views: partitioned messages. Inside a JVM starting and waiting allocate nothing.
 * (MPI 4.1, sections 3.9, 4.2 and 6.13)
 */
public interface PersistentCalls extends RequestCalls {
    /**
     * Makes a send whose message becomes ready in partitions, by any threads. Matches one {@link #receivePartitioned}
     * of the same communicator, peer and tag, in the order of these calls, and no other receive. (MPI_Psend_init)
     *
     * @param memory the memory, in use while the request is active
     * @param partitions the number of partitions, at least 1
     * @param partition which elements are the first partition; the others follow it. Without a count: an equal
     *     share of the memory for each
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request: {@code start} it, then {@link PartitionedSend#ready} each partition
     * @throws org.sennit.message.SennitException ARG for less than one partition, COUNT for memory that is not a whole
     *     number of elements for each, TYPE without a layout, BUFFER for a boolean[] or memory that this thread cannot
     *     read, RANK and TAG also for wildcards; else see {@link Communicator}
     */
    PartitionedSend sendPartitioned(
            @Memory Object memory, int partitions, DataLayout partition, int destination, int tag);

    /**
     * Makes a receive whose message comes in partitions, of which the sender may have another number. (MPI_Precv_init)
     *
     * @param memory the memory, in use while the request is active
     * @param partitions the number of partitions, at least 1
     * @param partition which elements are the first partition; the others follow it. Without a count: an equal share of
     *     the memory for each
     * @param source a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @return an inactive request: {@code start} it; {@link PartitionedReceive#hasArrived} reports each partition
     * @throws org.sennit.message.SennitException as for {@link #sendPartitioned}, among them TYPE; BUFFER for memory
     *     that this thread cannot write, ARG for a layout that has a byte twice
     */
    PartitionedReceive receivePartitioned(
            @Memory Object memory, int partitions, DataLayout partition, int source, int tag);
}
