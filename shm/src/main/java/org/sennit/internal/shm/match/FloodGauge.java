package org.sennit.internal.shm.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * Counts the memory of the messages that an endpoint has not received: chunks of its inbox, and kept unexpected
 * messages. An endpoint above its budget is flooded until it is below half of it. While it is flooded, standard sends
 * of any size leave the payload in the sender's memory, so that a blocking sender waits until the message is received.
 *
 * <p>The appending producer (one at a time) adds chunks, the producer that allocates a chunk's extension adds its
 * bytes, and the consumer subtracts both; the kept bytes belong to the consumer. Accesses are opaque, since no other
 * data depends on them. The flag may be computed from a stale sum. That race is benign: the next change of a chunk or
 * of a kept message corrects it, and meanwhile some messages take the other protocol.
 */
final class FloodGauge extends FrontPadding {
    private static final VarHandle APPENDED =
            FieldHandle.of(MethodHandles.lookup(), FloodGauge.class, "appendedBytes", long.class);
    private static final VarHandle EXTENDED =
            FieldHandle.of(MethodHandles.lookup(), FloodGauge.class, "extendedBytes", long.class);
    private static final VarHandle RELEASED =
            FieldHandle.of(MethodHandles.lookup(), FloodGauge.class, "releasedBytes", long.class);
    private static final VarHandle KEPT =
            FieldHandle.of(MethodHandles.lookup(), FloodGauge.class, "keptBytes", long.class);

    /** Claimed positions whose chunk could not be allocated. Guarded by the right to append. */
    final InboxHoles holes = new InboxHoles();

    private final long budgetBytes;

    @SuppressWarnings("FieldMayBeFinal") // written by the producer that appends
    private long appendedBytes;

    @SuppressWarnings({"unused", "FieldMayBeFinal"}) // added to by producers, several at a time
    private long extendedBytes;

    private long mostBytes; // written by the appending producer: the largest total at an append

    @SuppressWarnings("FieldMayBeFinal") // written by the consumer
    private long releasedBytes;

    @SuppressWarnings("FieldMayBeFinal") // written by the consumer
    private long keptBytes;

    FloodGauge(long budgetBytes) {
        this.budgetBytes = budgetBytes;
    }

    /** Adds a chunk. Caller has the right to append. */
    void appended(long bytes) {
        APPENDED.setOpaque(this, appendedBytes + bytes);
        mostBytes = Math.max(mostBytes, totalBytes());
    }

    /** Adds a chunk's extension. Called by the producer that has allocated it. */
    void extended(long bytes) {
        long before = (long) EXTENDED.getAndAdd(this, bytes);
        assert before >= 0;
    }

    /** Subtracts a chunk. Consumer only. */
    void released(long bytes) {
        RELEASED.setOpaque(this, releasedBytes + bytes);
    }

    /** Sets the bytes of kept unexpected messages. Consumer only. */
    void kept(long bytes) {
        KEPT.setOpaque(this, bytes);
    }

    long budgetBytes() {
        return budgetBytes;
    }

    boolean isOver() {
        return totalBytes() > budgetBytes;
    }

    boolean isBelowHalf() {
        return totalBytes() <= budgetBytes / 2;
    }

    long inboxBytes() {
        return (long) APPENDED.getOpaque(this) + (long) EXTENDED.getOpaque(this) - (long) RELEASED.getOpaque(this);
    }

    long mostBytes() {
        return mostBytes;
    }

    /**
     * Returns the sum. The kept bytes are read first: a message that moves from the inbox to the kept ones meanwhile is
     * counted once or, if its chunk has been released, not at all. A producer that is kept from running in between
     * would otherwise count all twice that the consumer has moved in that time.
     */
    private long totalBytes() {
        long kept = (long) KEPT.getOpaque(this);
        return kept + inboxBytes();
    }
}
