package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * How producers find their places in the list of chunks, and append to it. The list is grown as in JCTools'
 * {@code MpscUnboundedXaddArrayQueue}: the right to append goes round by a compare-and-set on the first position of the
 * last chunk, and emptied chunks come back through a small pool. A producer that needs a chunk which another is just
 * appending waits for that producer, not for the consumer.
 */
abstract class InboxChunks extends ManyToOneInboxRight {
    private static final long APPENDING = -2;

    /** Rounds of 25 ns that wait for an appender before each yield: 3 µs, about what a fresh chunk takes. */
    private static final int SPINS_BEFORE_YIELD = 128;

    private static final VarHandle CLAIMED;
    private static final VarHandle LAST_FIRST;
    private static final VarHandle LAST_CHUNK;
    private static final VarHandle FLOODED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLAIMED = lookup.findVarHandle(ManyToOneInboxProducers.class, "claimed", long.class)
                    .withInvokeExactBehavior();
            LAST_FIRST = lookup.findVarHandle(ManyToOneInboxRight.class, "lastFirst", long.class);
            LAST_CHUNK = lookup.findVarHandle(ManyToOneInboxAppender.class, "lastChunk", InboxChunk.class);
            FLOODED = lookup.findVarHandle(ManyToOneInboxAppender.class, "flooded", int.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    InboxChunks(
            int chunkCells,
            int immediateBytes,
            SpscVarHandleArrayQueue<InboxChunk> emptied,
            FloodGauge gauge,
            RuntimeContext context) {
        super(chunkCells, immediateBytes, emptied, gauge, context);
    }

    /** The first chunk; before the inbox is used. */
    final void begin(InboxChunk first) {
        LAST_CHUNK.setVolatile(this, first);
        LAST_FIRST.setVolatile(this, 0L);
    }

    /** Claims the place of the next message; it must be published, whatever happens. */
    final long claim() {
        return (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
    }

    /** Returns how many places have been claimed so far. */
    final long claimed() {
        return (long) CLAIMED.getVolatile((ManyToOneInboxProducers) this);
    }

    /**
     * Takes the right to append a chunk, for the consumer, when no producer is appending behind this one. Volatile
     * compare-and-set: pairs with the same in findChunk. It fails when another chunk is or was appended.
     */
    final boolean tryAppending(long lastFirst) {
        return LAST_FIRST.compareAndSet(this, lastFirst, APPENDING);
    }

    /** Gives the right to append back. */
    final void endAppending(long first) {
        LAST_FIRST.setRelease(this, first);
    }

    /**
     * Returns what a cell takes of off-heap memory, with what lies beside it.
     *
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     * @return bytes
     */
    public static int bytesOfCell(int immediateBytes) {
        return InboxCell.BYTES + (immediateBytes <= InboxCell.PAYLOAD_BYTES ? 0 : immediateBytes + 7 & ~7);
    }

    /** Returns the longest payload that fits the inbox, in bytes. */
    public final int immediateBytes() {
        return immediateBytes;
    }

    /**
     * Returns whether so much waits here, or is kept unexpected, that senders are to keep their payloads. Asked by senders before
     * each message; a hint, on the line that they read anyway.
     *
     * @return true when only references should be put here
     */
    public final boolean isFlooded() {
        return (int) FLOODED.getOpaque((ManyToOneInboxAppender) this) != 0;
    }

    final void setFlooded(boolean isFlooded) {
        if (isFlooded() != isFlooded) {
            FLOODED.setOpaque((ManyToOneInboxAppender) this, isFlooded ? 1 : 0);
        }
    }

    /** Returns the memory of a chunk's payloads that do not fit a cell, for a producer with a claimed place in it. */
    final MemorySegment extensionsOf(InboxChunk chunk) {
        MemorySegment known = chunk.extensions();
        return known != null ? known : extended(chunk);
    }

    private MemorySegment extended(InboxChunk chunk) {
        if (chunk.makeExtensions()) { // the chunk is not released before this producer's cell is published
            gauge.extended(chunk.extensionsBytes());
            if (gauge.isOver()) {
                setFlooded(true);
            }
        }
        return chunk.extensions();
    }

    final InboxChunk chunkFor(long position) {
        InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
        return isIn(position, chunk.firstAcquire(), chunk) ? chunk : findChunk(position);
    }

    private static boolean isIn(long position, long first, InboxChunk chunk) {
        return Long.compareUnsigned(position - first, chunk.capacity) < 0;
    }

    private InboxChunk findChunk(long position) {
        for (int round = 1; ; round++) {
            InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
            long first = chunk.firstAcquire();
            if (position < first + chunk.capacity) {
                InboxChunk found = chunk;
                // Ours is still in the list, and so are all after it: its cell is not published yet.
                for (; position < first; first = found.firstAcquire()) {
                    found = found.previousAcquire();
                }
                return found;
            }
            if ((long) LAST_FIRST.getVolatile(this) == first && LAST_FIRST.compareAndSet(this, first, APPENDING)) {
                append(chunk, first, position);
            } else {
                awaitAppender(round);
            }
        }
    }

    /** The appender needs some microseconds, unless it has lost its processor: to us, perhaps. */
    final void awaitAppender(int round) {
        if (round % SPINS_BEFORE_YIELD != 0) {
            context.spin();
        } else {
            context.yield();
        }
    }

    /** Only one producer at a time is here: the one that has turned lastFirst into APPENDING. */
    private void append(InboxChunk last, long lastFirst, long position) {
        InboxChunk chunk = last;
        long first = lastFirst;
        try {
            while (position >= first + chunk.capacity) {
                long nextFirst = first + chunk.capacity;
                InboxChunk fresh = emptied.poll();
                if (fresh != null) {
                    fresh.renew(nextFirst, chunk);
                } else {
                    int cells = Math.min(chunk.capacity * 2, chunkCells);
                    fresh = new InboxChunk(cells, extensionBytes, nextFirst, chunk);
                }
                gauge.holes.fill(fresh);
                LAST_CHUNK.setRelease(this, fresh);
                chunk.nextRelease(fresh);
                chunk = fresh;
                first = nextFirst;
                gauge.appended(fresh.bytes());
            }
            if (gauge.isOver()) {
                setFlooded(true);
            }
        } catch (OutOfMemoryError e) {
            gauge.holes.add(position, context);
            throw new SennitException(
                    ErrorClass.NO_MEM, "no memory for a message in the receiver's inbox: operation=send cause=" + e, e);
        } finally {
            LAST_FIRST.setRelease(this, first); // also when memory has run out, so that no producer hangs
        }
    }
}

/** What producers write at every message. */
abstract class ManyToOneInboxProducers extends FrontPadding {
    // Fetch-and-add by producers; volatile load by the consumer before it parks, paired with its parked flag.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long claimed;
}

/** Padding. */
abstract class ManyToOneInboxPad1 extends ManyToOneInboxProducers {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** What producers read at every message and write when they append. */
abstract class ManyToOneInboxAppender extends ManyToOneInboxPad1 {
    // Release store by the appender, acquire load by producers; the chunk's own first position says whether it is the
    // right one.
    @SuppressWarnings("unused")
    InboxChunk lastChunk;

    // Read only, and seldom.
    final int chunkCells;
    final int immediateBytes;
    final int extensionBytes;
    final SpscVarHandleArrayQueue<InboxChunk> emptied;
    final FloodGauge gauge;
    final RuntimeContext context;

    // 1 or 0; opaque, by the sender that makes a chunk larger or the list longer, and by the consumer; opaque load by
    // senders.
    // A hint: see FloodGauge.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    int flooded;

    ManyToOneInboxAppender(
            int chunkCells,
            int immediateBytes,
            SpscVarHandleArrayQueue<InboxChunk> emptied,
            FloodGauge gauge,
            RuntimeContext context) {
        this.gauge = gauge;
        this.context = context;
        this.chunkCells = chunkCells;
        this.immediateBytes = immediateBytes;
        this.extensionBytes = ManyToOneInbox.bytesOfCell(immediateBytes) - InboxCell.BYTES;
        this.emptied = emptied;
    }
}

/** Padding; with its int the short fields before it leave no gap for one of a subclass. */
abstract class ManyToOneInboxPad2 extends ManyToOneInboxAppender {
    @SuppressWarnings("unused")
    private int r;

    @SuppressWarnings("unused")
    private long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;

    ManyToOneInboxPad2(
            int chunkCells,
            int immediateBytes,
            SpscVarHandleArrayQueue<InboxChunk> emptied,
            FloodGauge gauge,
            RuntimeContext context) {
        super(chunkCells, immediateBytes, emptied, gauge, context);
    }
}

/** The right to append; the consumer takes it when it goes round, producers seldom: so it lies with the consumer's. */
abstract class ManyToOneInboxRight extends ManyToOneInboxPad2 {
    // Compare-and-set by a producer that appends or renews a chunk, release store when done.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long lastFirst;

    ManyToOneInboxRight(
            int chunkCells,
            int immediateBytes,
            SpscVarHandleArrayQueue<InboxChunk> emptied,
            FloodGauge gauge,
            RuntimeContext context) {
        super(chunkCells, immediateBytes, emptied, gauge, context);
    }
}
