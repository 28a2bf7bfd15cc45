package org.sennit.internal.shm.partitioned;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * The ready partitions of a message: for each the number of the last start (epoch) in which it was. Any thread of the
 * sender marks, the receiver looks. What the receiver may have seen is never set back: a new epoch is a new number, so
 * both sides go on without meeting.
 *
 * <p>Invariant: a partition is marked once in an epoch, and an epoch ends only when all partitions have been marked and
 * taken; so a mark is the epoch, or the one before it. (MPI 4.1, section 4.2)
 */
public final class PartitionFlags extends FrontPadding {
    /** Up to this many partitions each has a cache line of its own: 16 KiB at most, half of a first-level cache. */
    private static final int MOST_PADDED = 256;

    private static final int PADDED_STRIDE = 16; // ints in 64 bytes

    private static final VarHandle EPOCHS =
            MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();

    // Compare-and-set by the thread that has filled the partition, acquire load by the receiver before it copies. The
    // mark is a full fence, too: the marking thread then checks whether the receiver sleeps. jcstress: PartitionStress.
    private final int[] epochs;
    private final int count;
    private final int stride;

    /**
     * Makes flags of which none is marked.
     *
     * @param count the number of partitions
     */
    public PartitionFlags(int count) {
        this.count = count;
        this.stride = count <= MOST_PADDED ? PADDED_STRIDE : 1;
        this.epochs = new int[Math.multiplyExact(count + 1, stride)]; // the first stride keeps away from the header
    }

    /**
     * Marks a partition as ready; any thread, after it has filled it.
     *
     * @param partition 0 to count − 1
     * @param epoch the number of the current start, one more than that of the one before
     * @return false when it was marked in this epoch already
     */
    public boolean mark(int partition, int epoch) {
        return EPOCHS.compareAndSet(epochs, (partition + 1) * stride, epoch - 1, epoch);
    }

    /**
     * Takes back a mark that no receiver has looked at; the thread that has set it.
     *
     * @param partition 0 to count − 1
     * @param epoch the number of the current start
     */
    public void unmark(int partition, int epoch) {
        EPOCHS.setVolatile(epochs, (partition + 1) * stride, epoch - 1);
    }

    /**
     * Returns whether a partition is ready; by the receiver.
     *
     * @param partition 0 to count − 1
     * @param epoch the number of the current start
     * @return true when all that was written before its mark may be read
     */
    public boolean isMarked(int partition, int epoch) {
        return (int) EPOCHS.getAcquire(epochs, (partition + 1) * stride) == epoch;
    }
}
