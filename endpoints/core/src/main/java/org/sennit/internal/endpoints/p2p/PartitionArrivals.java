package org.sennit.internal.endpoints.p2p;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The partitions on their way from a sender to one receiver: which have arrived in this epoch, and the copying of those
 * that are ready. Within a JVM they are copied from the sender's memory; from another process each is a message. If the
 * two sides disagree on the length nothing is written, the receiver gets an error, and the sender is completed.
 *
 * <p>Belongs to the thread that drives the receiving endpoint; where threads share it, to one at a time. Any of them
 * may ask {@link #hasArrived}.
 */
final class PartitionArrivals {
    /** The bytes copied in one call for progress: 1 MiB takes about 100 µs. */
    private static final long BUDGET_BYTES = 1 << 20;

    /** The partitions looked at in one call: 64 lines that another core may have written take about 5 µs. */
    private static final int MOST_LOOKS = 64;

    private static final VarHandle ARRIVED = MethodHandles.arrayElementVarHandle(int[].class);

    private final CommContext comm;
    private final PartitionedMemory to;
    private final PartitionedMemory landing; // where messages go: the same, or contiguous memory
    private final PartitionSender local; // null when the sender is in another process
    private final ReceiveRequest[] messages; // from another process: one for each partition
    private final int source;
    private final String description; // of the receive, for error texts
    private final int firstTag;
    private final long partitionBytes; // of the sender's
    private final SennitException disagreement;

    private final int[] waiting; // a permutation of all; the first waitingCount have not arrived

    // By partition: the last epoch in which it came. Release store after the bytes; acquire load by any thread of a
    // shared endpoint that asks whether they are there.
    private final int[] arrived;
    private int waitingCount;
    private int posted; // messages of this epoch whose receives are posted
    private int cursor; // into waiting
    private long copiedBytes; // of the partition at the cursor
    private int epoch;
    private SennitException failure;
    private boolean isMemoryLost;

    PartitionArrivals(CommContext comm, PartitionedMemory to, PartitionMatch match, int source, String description) {
        this.comm = comm;
        this.to = to;
        this.local = match.local();
        this.source = source;
        this.description = description;
        this.firstTag = match.firstTag();
        this.partitionBytes = match.partitionBytes();
        int partitions = match.partitions();
        this.waiting = new int[partitions];
        this.arrived = new int[partitions];
        for (int i = 0; i < partitions; i++) {
            waiting[i] = i;
        }
        this.messages = local == null ? new ReceiveRequest[partitions] : null;
        this.disagreement = partitions * partitionBytes == to.totalBytes()
                ? null
                : new SennitException(
                        ErrorClass.TRUNCATE,
                        "the two sides of a partitioned message differ in length: " + description + " sent="
                                + partitions * partitionBytes + " received=" + to.totalBytes());
        boolean mustLand = local == null && disagreement == null && (to.layout() != null || to.isConfined());
        this.landing = mustLand ? to.staged() : to;
    }

    void begin(int newEpoch) {
        epoch = newEpoch;
        waitingCount = waiting.length;
        cursor = 0;
        copiedBytes = 0;
        failure = disagreement;
        isMemoryLost = false;
        posted = 0;
        post();
    }

    /** Returns whether all receives of this epoch are posted. */
    boolean arePosted() {
        return local != null || posted == messages.length;
    }

    /** Posts the receives that are not; called again after an Error, such as a lack of memory. */
    void post() {
        while (!arePosted()) {
            int i = posted;
            if (messages[i] == null) {
                messages[i] = comm.device().newReceive();
            }
            try {
                post(i);
            } catch (Error e) {
                takeBack(i);
                throw e;
            }
            posted++;
        }
    }

    private void takeBack(int i) {
        if (!messages[i].isComplete()) {
            comm.device().self().queue().remove(messages[i]);
            messages[i] = null;
        } else if (!messages[i].isInactive()) {
            posted++; // it has found its message
        }
    }

    private void post(int i) {
        messages[i]
                .from(comm.quiet(), comm.rank(), comm.partitionDataContextId(), source, firstTag + i, 0)
                .into(
                        landing.segment(),
                        disagreement == null ? landing.offset() + i * partitionBytes : 0,
                        null,
                        disagreement == null ? partitionBytes : 0);
        comm.device().post(messages[i]);
    }

    /** Copies ready partitions, within bounds; returns the amount of work done. */
    int advance() {
        post();
        int work = 0;
        long budget = BUDGET_BYTES;
        for (int looks = 0; looks < MOST_LOOKS && budget > 0 && waitingCount > 0; looks++) {
            if (cursor >= waitingCount) {
                cursor = 0;
            }
            if (!isReady(waiting[cursor])) {
                cursor++;
                continue;
            }
            work++;
            budget -= Math.max(1, local == null ? take(waiting[cursor], budget) : copy(waiting[cursor], budget));
            if (copiedBytes == partitionBytes) {
                arrive();
            }
        }
        return work;
    }

    private boolean isReady(int partition) {
        return local == null ? messages[partition].isComplete() : local.flags().isMarked(partition, epoch);
    }

    private long copy(int partition, long budget) {
        long bytes = Math.min(budget, partitionBytes - copiedBytes);
        if (failure == null) {
            PartitionedMemory from = local.sent();
            try {
                copy(from, partition * partitionBytes + copiedBytes, bytes);
            } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
                memoryLost(e);
            }
        }
        copiedBytes += bytes;
        return bytes;
    }

    private void copy(PartitionedMemory from, long position, long bytes) {
        LayoutCopy.copy(
                from.segment(), from.offset(), from.layout(), to.segment(), to.offset(), to.layout(), position, bytes);
    }

    private void memoryLost(Throwable cause) {
        isMemoryLost = true;
        failure = new SennitException(
                ErrorClass.BUFFER,
                "the memory of one side cannot be used any more " + MemoryLoss.REASON
                        + ": operation=persistent().receivePartitioned rank=" + comm.rank() + " peer=" + source
                        + " communicator=" + comm + " length=" + to.totalBytes(),
                cause);
    }

    private long take(int partition, long budget) {
        long bytes = partitionBytes - copiedBytes; // in place, or not to be had
        try {
            if (copiedBytes == 0) {
                messages[partition].await(null); // complete: does not block
            }
            if (landing != to) {
                bytes = Math.min(budget, bytes);
                copy(landing, partition * partitionBytes + copiedBytes, bytes);
            }
        } catch (SennitException e) {
            failure = failure == null ? notArrived(e) : failure;
            bytes = partitionBytes - copiedBytes;
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            memoryLost(e);
            bytes = partitionBytes - copiedBytes;
        }
        copiedBytes += bytes;
        return bytes;
    }

    private SennitException notArrived(SennitException message) {
        return new SennitException(
                message.errorClass(),
                "a partition has not arrived: " + description + " cause=" + message.getMessage(),
                message);
    }

    private void arrive() {
        int partition = waiting[cursor];
        ARRIVED.setRelease(arrived, partition, epoch);
        waiting[cursor] = waiting[--waitingCount];
        waiting[waitingCount] = partition;
        copiedBytes = 0;
    }

    /** Returns whether the sender is in this JVM. */
    boolean isLocal() {
        return local != null;
    }

    /** Fails the partitions that have not arrived. */
    void giveUp(SennitException error) {
        if (local != null) {
            failure = failure == null ? error : failure;
            waitingCount = 0;
            return;
        }
        for (int i = 0;
                i < waitingCount;
                i++) { // receives that no message has matched are complete then, with the error
            if (messages[waiting[i]] != null) {
                messages[waiting[i]].giveUp(error);
            }
        }
    }

    /** Returns whether all have arrived. */
    boolean isOver() {
        return waitingCount == 0;
    }

    /** Completes the sender. */
    void end() {
        if (local != null) {
            local.taken(isMemoryLost ? failure : null);
        }
    }

    /** Returns the first error of this epoch, or null. */
    SennitException failure() {
        return failure;
    }

    /** Returns whether {@link #advance} has work. */
    boolean hasWork() {
        if (!arePosted()) {
            return true;
        }
        for (int i = 0; i < waitingCount; i++) {
            if (isReady(waiting[i])) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a range of the message has arrived, in whichever partitions of the sender. */
    boolean hasArrived(long position, long bytes) {
        if (failure != null || bytes == 0 || partitionBytes == 0) {
            return waitingCount == 0;
        }
        for (long i = position / partitionBytes; i <= (position + bytes - 1) / partitionBytes; i++) {
            if ((int) ARRIVED.getAcquire(arrived, (int) i) != epoch) {
                return false;
            }
        }
        return true;
    }
}
