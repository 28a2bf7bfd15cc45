package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.spi.progress.Progress;

/**
 * Matches a partitioned receive with its sender: a receive on a context of its own, so that both sides match once, in
 * the order of their calls, and apart from ordinary messages. Within a JVM the message refers to the sender; from
 * another process it carries three numbers. Belongs to the thread that drives the endpoint.
 */
final class PartitionMatch extends ReceiveRequest {
    static final int LENGTH_BYTES = 3 * Long.BYTES;

    private final long[] words = new long[3]; // first tag of the data, partitions, bytes of each
    private PartitionSender local;

    PartitionMatch(Progress progress) {
        super(progress);
    }

    static long[] words(int firstTag, int partitions, long partitionBytes) {
        return new long[] {firstTag, partitions, partitionBytes};
    }

    MemorySegment words() {
        return MemorySegment.ofArray(words);
    }

    /** Returns the sender, or null when it is in another process. */
    PartitionSender local() {
        return local;
    }

    int firstTag() {
        return (int) words[0];
    }

    int partitions() {
        return local == null ? (int) words[1] : local.partitions();
    }

    long partitionBytes() {
        return local == null ? words[2] : local.partitionBytes();
    }

    /**
     * The message that a sender puts into the inbox of a receiver in its JVM.
     *
     * @param sender itself
     */
    record Offer(PartitionSender sender) implements PayloadSource {
        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            ((PartitionMatch) receive).local = sender; // nothing else is received on this context
            receive.completeOwn(sourceRank, tag, lengthBytes);
        }

        @Override
        public void discard(long lengthBytes) {
            // The receiver has ended: the partitions will not be received.
        }
    }
}
