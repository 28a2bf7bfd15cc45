package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * The producers' side of the list of chunks: finding the chunk of a claimed position, and appending one. The list grows
 * as in JCTools' {@code MpscUnboundedXaddArrayQueue}: the right to append is acquired by a compare-and-set on the first
 * position of the last chunk, and emptied chunks return through a small pool. A producer whose chunk is being appended
 * by another one waits for that producer, never for the consumer.
 */
abstract class InboxChunks extends ManyToOneInboxRight {
    private static final long APPENDING = -2;

    /** Spins (25 ns each) between yields while another producer appends: 3 µs, about the time to allocate a chunk. */
    private static final int SPINS_BEFORE_YIELD = 128;

    private static final VarHandle CLAIMED =
            FieldHandle.of(MethodHandles.lookup(), ManyToOneInboxProducers.class, "claimed", long.class);
    private static final VarHandle LAST_FIRST =
            FieldHandle.converting(MethodHandles.lookup(), ManyToOneInboxRight.class, "lastFirst", long.class);
    private static final VarHandle LAST_CHUNK =
            FieldHandle.converting(MethodHandles.lookup(), ManyToOneInboxAppender.class, "lastChunk", InboxChunk.class);
    private static final VarHandle FLOODED =
            FieldHandle.of(MethodHandles.lookup(), ManyToOneInboxAppender.class, "flooded", int.class);

    InboxChunks(InboxSettings settings) {
        super(settings);
    }

    /** Sets the first chunk; before the inbox is used. */
    final void begin(InboxChunk first) {
        LAST_CHUNK.setVolatile(this, first);
        LAST_FIRST.setVolatile(this, 0L);
    }

    /** Claims the next position. The caller must publish it, also after a failure, or the consumer would stop there. */
    final long claim() {
        return (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
    }

    /** Returns the number of positions claimed so far. */
    final long claimed() {
        return (long) CLAIMED.getVolatile((ManyToOneInboxProducers) this);
    }

    /**
     * Acquires the right to append for the consumer. Volatile compare-and-set, paired with that of findChunk; fails
     * when another chunk is being or has been appended.
     */
    final boolean tryAppending(long lastFirst) {
        return LAST_FIRST.compareAndSet(this, lastFirst, APPENDING);
    }

    /** Releases the right to append. */
    final void endAppending(long first) {
        LAST_FIRST.setRelease(this, first);
    }

    /** Returns the longest payload that fits the inbox, in bytes. */
    public final int immediateBytes() {
        return immediateBytes;
    }

    /**
     * Returns whether the endpoint is flooded (see {@link FloodGauge}). Read by senders before each message, from a
     * cache line that they read anyway; a hint.
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

    /** Returns the extensions of a chunk, allocated if necessary. Caller has a claimed position in the chunk. */
    final MemorySegment extensionsOf(InboxChunk chunk) {
        MemorySegment known = chunk.extensions();
        return known != null ? known : allocateExtensions(chunk);
    }

    private MemorySegment allocateExtensions(InboxChunk chunk) {
        if (chunk.makeExtensions()) { // the chunk is not released before this producer's cell is published
            gauge.extended(chunk.extensionsBytes());
            if (gauge.isOver()) {
                setFlooded(true);
            }
        }
        return chunk.extensions();
    }

    final InboxChunk chunkFor(long position) {
        InboxChunk chunk = lastChunkFor(position);
        return chunk != null ? chunk : findChunk(position);
    }

    /** Returns the newest chunk, or null where a position is not in it. */
    final InboxChunk lastChunkFor(long position) {
        InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
        return isIn(position, chunk.firstAcquire(), chunk) ? chunk : null;
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
                // Our chunk and all later ones are still in the list, since our cell is not published yet.
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

    /** Spins, and yields now and then: the appender may have been preempted in favour of this thread. */
    final void awaitAppender(int round) {
        if (round % SPINS_BEFORE_YIELD != 0) {
            context.spin();
        } else {
            context.yield();
        }
    }

    /** Appends a chunk. Caller has set lastFirst to APPENDING, so there is one at a time. */
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

/** Written by producers for every message. */
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

/** Read by producers for every message, written when they append. */
abstract class ManyToOneInboxAppender extends ManyToOneInboxPad1 {
    // Release store by the appender, acquire load by producers, who compare the chunk's first position with their own.
    @SuppressWarnings("unused")
    InboxChunk lastChunk;

    // Read only, rarely.
    final int chunkCells;
    final int immediateBytes;
    final int extensionBytes;
    final SpscVarHandleArrayQueue<InboxChunk> emptied;
    final FloodGauge gauge;
    final RuntimeContext context;

    // 1 or 0; opaque stores by the sender that makes a chunk larger or the list longer, and by the consumer; opaque
    // load
    // by senders. A hint: see FloodGauge.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    int flooded;

    ManyToOneInboxAppender(InboxSettings settings) {
        this.gauge = settings.gauge();
        this.context = settings.context();
        this.chunkCells = settings.chunkCells();
        this.immediateBytes = settings.immediateBytes();
        this.extensionBytes = bytesOfCell(immediateBytes) - InboxCell.BYTES;
        this.emptied = settings.emptied();
    }

    /**
     * Returns the off-heap memory of a cell with its extension.
     *
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     */
    public static int bytesOfCell(int immediateBytes) {
        return InboxCell.BYTES + (immediateBytes <= InboxCell.PAYLOAD_BYTES ? 0 : immediateBytes + 7 & ~7);
    }
}

/** Padding; its int fills the gap in which the JVM would otherwise place a subclass field. */
abstract class ManyToOneInboxPad2 extends ManyToOneInboxAppender {
    @SuppressWarnings("unused")
    private int r;

    @SuppressWarnings("unused")
    private long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;

    ManyToOneInboxPad2(InboxSettings settings) {
        super(settings);
    }
}

/**
 * The right to append. The consumer takes it each time it renews its chunk, producers rarely, so it shares the
 * consumer's cache line.
 */
abstract class ManyToOneInboxRight extends ManyToOneInboxPad2 {
    // Compare-and-set by a producer that appends or renews a chunk, release store when done.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long lastFirst;

    ManyToOneInboxRight(InboxSettings settings) {
        super(settings);
    }
}
