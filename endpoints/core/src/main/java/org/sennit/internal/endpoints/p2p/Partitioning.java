package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes the partitioned requests of one communicator. Both sides match once, in the order of these calls. Any thread
 * that may use the endpoint may call. (MPI 4.1, section 4.2)
 */
public final class Partitioning {
    private final CommContext comm;
    private final ArgumentCheck check;
    private final PartitionTags tags = new PartitionTags();

    /**
     * Makes the operations of a communicator.
     *
     * @param comm its state
     */
    public Partitioning(CommContext comm) {
        this.comm = comm;
        this.check = new ArgumentCheck(comm);
    }

    /**
     * Makes a partitioned send.
     *
     * @param memory the user's memory
     * @param partitions the number of partitions
     * @param partition the layout of the first; the others follow it
     * @param destination a rank or the null process
     * @return an inactive request
     * @throws SennitException as for {@link PointToPoint#send}
     */
    public PartitionSender send(Object memory, int partitions, DataLayout partition, int destination, int tag) {
        comm.begin("persistent().sendPartitioned");
        check.destination("persistent().sendPartitioned", destination, tag);
        if (destination == PointToPoint.NULL_PROCESS) {
            return new PartitionSender(
                    comm, nothing("persistent().sendPartitioned", partitions, tag), destination, tag, 0);
        }
        MemorySegment segment = check.toRead("persistent().sendPartitioned", memory, partition, destination, tag);
        checkParts("persistent().sendPartitioned", memory, destination, tag);
        PartitionedMemory given = PartitionedMemory.of(
                check, "persistent().sendPartitioned", segment, partitions, partition, destination, tag);
        PartitionSender send = new PartitionSender(comm, given, destination, tag, tags.take(partitions));
        send.announce();
        return send;
    }

    /**
     * Makes a partitioned receive.
     *
     * @param memory the user's memory
     * @param partitions the number of partitions
     * @param partition the layout of the first; the others follow it
     * @param source a rank or the null process
     * @return an inactive request
     * @throws SennitException as for {@link PointToPoint#receive}; wildcards are RANK and TAG
     */
    public PartitionReceiver receive(Object memory, int partitions, DataLayout partition, int source, int tag) {
        comm.begin("persistent().receivePartitioned");
        check.destination("persistent().receivePartitioned", source, tag); // as a send: no wildcards
        if (source == PointToPoint.NULL_PROCESS) {
            return new PartitionReceiver(
                    comm, nothing("persistent().receivePartitioned", partitions, tag), source, tag);
        }
        MemorySegment segment = check.toWrite("persistent().receivePartitioned", memory, partition, source, tag);
        checkParts("persistent().receivePartitioned", memory, source, tag);
        PartitionedMemory given = PartitionedMemory.of(
                check, "persistent().receivePartitioned", segment, partitions, partition, source, tag);
        if (given.layout() != null) {
            check.meansNoByteTwice("persistent().receivePartitioned", given.layout(), source, tag);
        }
        PartitionReceiver receive = new PartitionReceiver(comm, given, source, tag);
        receive.announce();
        return receive;
    }

    /** Returns the memory of a message with the null process, for which what is given as memory is not looked at. */
    private PartitionedMemory nothing(String operation, int partitions, int tag) {
        return PartitionedMemory.of(
                check, operation, MemorySegment.NULL, partitions, DataLayout.BYTE, PointToPoint.NULL_PROCESS, tag);
    }

    private void checkParts(String operation, Object memory, int peer, int tag) {
        if (memory instanceof boolean[]) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "a boolean[] cannot be filled in parts: " + check.describe(operation, peer, tag));
        }
    }
}
