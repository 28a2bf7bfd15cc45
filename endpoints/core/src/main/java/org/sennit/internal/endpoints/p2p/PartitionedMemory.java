package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.StagingMemory;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The memory of one side of a partitioned message, with all partitions as one layout. Immutable.
 *
 * @param offset where the first partition begins in it, in bytes
 * @param layout how the elements of all partitions lie, or null when they lie side by side
 * @param partitions their number
 * @param partitionBytes how much data each has
 */
record PartitionedMemory(MemorySegment segment, long offset, DataLayout layout, int partitions, long partitionBytes) {
    static PartitionedMemory of(
            ArgumentCheck check,
            String operation,
            MemorySegment segment,
            int partitions,
            DataLayout partition,
            int peer,
            int tag) {
        if (partitions < 1) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "a message has at least one partition: " + check.describe(operation, peer, tag) + " partitions="
                            + partitions);
        }
        DataLayout whole = whole(partition, partitions);
        long bytes = check.length(operation, segment, whole, peer, tag);
        long unit = Math.max(1, partition.unitBytes());
        if (bytes % partitions != 0 || bytes / partitions % unit != 0) {
            throw new SennitException(
                    ErrorClass.COUNT,
                    "memory is not a whole number of elements for each partition: "
                            + check.describe(operation, peer, tag) + " length=" + bytes + " partitions=" + partitions);
        }
        return new PartitionedMemory(
                segment, whole.offsetBytes(), whole.orNullIfContiguous(), partitions, bytes / partitions);
    }

    private static DataLayout whole(DataLayout partition, int partitions) {
        return partition.fillsMemory() ? partition : DataLayout.contiguous(partitions, partition);
    }

    long totalBytes() {
        return partitions * partitionBytes;
    }

    boolean isConfined() {
        return MemoryViews.isConfined(segment);
    }

    /** Returns the same data without gaps and for any thread, to be filled partition by partition. */
    PartitionedMemory staged() {
        return new PartitionedMemory(StagingMemory.allocate(totalBytes()), 0, null, partitions, partitionBytes);
    }

    boolean contains(int partition) {
        return partition >= 0 && partition < partitions;
    }
}
