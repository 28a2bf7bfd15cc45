package org.sennit.internal.shm.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.spi.context.RuntimeContext;

/**
 * The large messages that an endpoint receives from endpoints of its JVM, and its help for those that receive from it.
 * Each progress call copies a bounded number of bytes, so that calls for other operations stay short; several messages
 * take turns.
 *
 * <p>Belongs to the thread that drives the endpoint; where several threads share it, a lock admits one of them at a
 * time.
 */
public final class ActiveTransfers extends FrontPadding implements WorkSource {
    private static final int MOST_FREE = 64; // transfers kept for reuse: rule of thumb, not measured

    /** A block of 64 KiB takes 1 to 5 µs, a call that finds nothing to do 30 ns. */
    private static final int CALLS_BEFORE_YIELD = 256;

    private static final VarHandle ACTIVE =
            FieldHandle.of(MethodHandles.lookup(), ActiveTransfers.class, "active", int.class);

    private final RuntimeContext context;
    private final ProtocolSelection protocols;
    private final long progressBytes;
    private final long synergisticFrom;
    private final HelpSlot slot = new HelpSlot();
    private final McsLock lock; // null when one thread at a time drives the endpoint
    private final ThreadLocal<McsLock.Node> nodes = ThreadLocal.withInitial(McsLock.Node::new);

    // Owned by the thread that drives the endpoint, or by the holder of the lock.
    private ActiveTransfer first;
    private ActiveTransfer last;
    private ActiveTransfer free;
    private int freeCount;
    private int waits;
    private long copiedBytes;
    private long helpedBytes;
    private long synergisticMessages;

    // Written as the fields above, but opaque: another thread of the endpoint reads it before it parks.
    private int active;

    // Bytes that may still be copied immediately at a match in this progress call. A benign race where threads share
    // the endpoint: one call may copy as much as two.
    private long atOnceBytes;

    /**
     * Makes the transfers of an endpoint: none yet.
     *
     * @param context yields
     * @param protocols which protocol a message takes
     * @param lock taken around every move, or null when one thread at a time drives the endpoint
     */
    public ActiveTransfers(RuntimeContext context, ProtocolSelection protocols, McsLock lock) {
        this.context = context;
        this.protocols = protocols;
        this.lock = lock;
        this.progressBytes = protocols.singleCopy().progressBytes();
        this.synergisticFrom = protocols.synergistic().shortestBytes();
        this.atOnceBytes = progressBytes;
    }

    /**
     * Returns whether a message that has just matched is to be copied immediately; if so, charges it to this progress
     * call.
     */
    boolean takesAtOnce(long lengthBytes) {
        if (lengthBytes > atOnceBytes || lengthBytes >= synergisticFrom && lengthBytes > 0) {
            return false;
        }
        atOnceBytes -= lengthBytes;
        return true;
    }

    /** Adds a matched message; the next progress call begins to copy it. */
    void start(SingleCopySend send, ReceiveRequest receive, int source, int tag, long lengthBytes) {
        if (lock == null) {
            add(send, receive, source, tag, lengthBytes);
            return;
        }
        McsLock.Node node = nodes.get();
        lock.acquire(node);
        try {
            add(send, receive, source, tag, lengthBytes);
        } finally {
            lock.release(node);
        }
    }

    private void add(SingleCopySend send, ReceiveRequest receive, int source, int tag, long lengthBytes) {
        ActiveTransfer transfer = free;
        if (transfer == null) {
            transfer = new ActiveTransfer();
        } else {
            free = transfer.next;
            freeCount--;
        }
        transfer.begin(send, receive, source, tag, lengthBytes);
        ActiveTransfers sender = send.ownTransfers();
        if (protocols.chooseAtMatch(lengthBytes, receive.memory(), sender == this) == protocols.synergistic()) {
            long block = Math.min(progressBytes, protocols.synergistic().blockBytesOf(lengthBytes));
            transfer.open(sender.slot, block);
            synergisticMessages++;
        }
        append(transfer);
        ACTIVE.setOpaque(this, active + 1);
    }

    private void append(ActiveTransfer transfer) {
        transfer.next = null;
        if (last == null) {
            first = transfer;
        } else {
            last.next = transfer;
        }
        last = transfer;
    }

    /**
     * Continues the transfers under way; without any, helps an endpoint that receives from this one.
     *
     * @return the amount of work done, 0 for none
     */
    @Override
    public int doWork() {
        atOnceBytes = progressBytes;
        if ((int) ACTIVE.getOpaque(this) > 0) {
            return lock == null ? move() : moveUnderLock();
        }
        ActiveTransfer wanted = slot.wanted();
        return wanted != null && wanted.help(slot, progressBytes) > 0 ? 1 : 0;
    }

    private int moveUnderLock() {
        McsLock.Node node = nodes.get();
        if (!lock.tryAcquire(node)) {
            return 0; // another thread of the endpoint moves them
        }
        try {
            return move();
        } finally {
            lock.release(node);
        }
    }

    /** Moves each transfer once, within the byte budget of this call. */
    private int move() {
        int work = 0;
        long leftBytes = progressBytes;
        for (int turns = active; turns > 0 && leftBytes > 0; turns--) {
            ActiveTransfer transfer = first;
            long bytes = transfer.advance(leftBytes);
            leftBytes -= bytes;
            copiedBytes += bytes;
            first = transfer.next;
            last = first == null ? null : last;
            if (transfer.finish()) {
                work++;
                retire(transfer);
            } else {
                append(transfer);
            }
            work += bytes > 0 ? 1 : 0;
        }
        waits = work > 0 ? 0 : waits + 1;
        if (waits == CALLS_BEFORE_YIELD) { // a helper holds the last block and may have been preempted
            waits = 0;
            context.yield();
        }
        return work;
    }

    private void retire(ActiveTransfer transfer) {
        ACTIVE.setOpaque(this, active - 1);
        helpedBytes += transfer.helpedBytes();
        if (freeCount < MOST_FREE) {
            transfer.next = free;
            free = transfer;
            freeCount++;
        }
    }

    /**
     * Returns whether transfers are under way: the thread that drives the endpoint must not park then; it yields while
     * a helper copies the last block.
     */
    @Override
    public boolean hasWork() {
        return (int) ACTIVE.getOpaque(this) > 0;
    }

    /** Returns the transfer to help with next, or null. */
    ActiveTransfer wanted() {
        return slot.wanted();
    }

    /** Returns the slot in which receivers ask this endpoint for help. */
    HelpSlot slot() {
        return slot;
    }

    /** Finishes all transfers; blocks while it copies. For an endpoint whose program has ended. */
    public void finishAll() {
        while (hasWork()) {
            if (doWork() == 0) {
                context.yield(); // a helper copies the last block
            }
        }
    }

    /**
     * Returns the number of bytes that calls for progress have copied for transfers under
     * way, without those of helpers.
     *
     * @return a number that grows; exact for the thread that drives the endpoint
     */
    public long copiedBytes() {
        return copiedBytes;
    }

    /**
     * Returns the number of bytes to this endpoint that their senders have copied as helpers.
     *
     * @return a number that grows; exact for the thread that drives the endpoint
     */
    public long helpedBytes() {
        return helpedBytes;
    }

    /**
     * Returns the number of messages to this endpoint that took the synergistic protocol.
     *
     * @return a number that grows; exact for the thread that drives the endpoint
     */
    public long synergisticMessages() {
        return synergisticMessages;
    }
}
