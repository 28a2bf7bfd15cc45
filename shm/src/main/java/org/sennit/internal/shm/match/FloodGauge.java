package org.sennit.internal.shm.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * How much memory the messages of an endpoint occupy that it has not received: chunks of its inbox, and what it keeps of
 * unexpected messages. Above a budget the endpoint is flooded, until that is down to half: then standard sends leave
 * their payload where it is, whatever its size, so that a blocking sender is held until it is received.
 *
 * <p>Chunks are counted up by the producer that appends (one at a time), their memory for longer payloads by the one
 * that makes it, both down by the consumer; the kept bytes are the
 * consumer's. Orderings: opaque, since nothing but these numbers is read by them. Who decides sees a sum that was right a
 * moment ago; a mark that it sets or takes away wrongly is put right at the next change of a chunk or of a kept message, and
 * means only that some messages use the other mode.
 */
final class FloodGauge extends FrontPadding {
    private static final VarHandle APPENDED;
    private static final VarHandle EXTENDED;
    private static final VarHandle RELEASED;
    private static final VarHandle KEPT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            APPENDED = lookup.findVarHandle(FloodGauge.class, "appendedBytes", long.class)
                    .withInvokeExactBehavior();
            EXTENDED = lookup.findVarHandle(FloodGauge.class, "extendedBytes", long.class)
                    .withInvokeExactBehavior();
            RELEASED = lookup.findVarHandle(FloodGauge.class, "releasedBytes", long.class)
                    .withInvokeExactBehavior();
            KEPT = lookup.findVarHandle(FloodGauge.class, "keptBytes", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The places for which there was no memory at all; guarded by the right to append. */
    final InboxHoles holes = new InboxHoles();

    private final long budgetBytes;

    @SuppressWarnings("FieldMayBeFinal") // written by the producer that appends
    private long appendedBytes;

    @SuppressWarnings({"unused", "FieldMayBeFinal"}) // added to by producers, several at a time
    private long extendedBytes;

    private long mostBytes; // by the same; the most that chunks and kept messages occupied when a chunk was appended

    @SuppressWarnings("FieldMayBeFinal") // written by the consumer
    private long releasedBytes;

    @SuppressWarnings("FieldMayBeFinal") // written by the consumer
    private long keptBytes;

    FloodGauge(long budgetBytes) {
        this.budgetBytes = budgetBytes;
    }

    /** A chunk more; by the producer that has the right to append. */
    void appended(long bytes) {
        APPENDED.setOpaque(this, appendedBytes + bytes);
        mostBytes = Math.max(mostBytes, totalBytes());
    }

    /** A chunk has got memory for longer payloads; by the producer that has made it. */
    void extended(long bytes) {
        long before = (long) EXTENDED.getAndAdd(this, bytes);
        assert before >= 0;
    }

    /** A chunk less; by the consumer. */
    void released(long bytes) {
        RELEASED.setOpaque(this, releasedBytes + bytes);
    }

    /** What unexpected messages occupy now; by the consumer. */
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

    private long totalBytes() {
        return inboxBytes() + (long) KEPT.getOpaque(this);
    }
}
