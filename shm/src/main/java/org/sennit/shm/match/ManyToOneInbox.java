package org.sennit.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.LayoutCopy;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.runtime.message.Envelope;

/**
 * The inbox of an endpoint: many producers, one consumer, unbounded. A producer claims a place with one atomic
 * fetch-and-add, writes its message there and publishes it; messages are drained in the order of the claims, so each
 * producer's stay in order, and no producer ever waits for a slow consumer: when a chunk of cells is full the next one
 * is linked.
 *
 * <p>The list of chunks is grown as in JCTools' {@code MpscUnboundedXaddArrayQueue}: the right to append goes round by
 * a compare-and-set on the index of the last chunk, and emptied chunks come back through a small pool. A producer that
 * needs a chunk which another is just appending waits for that producer, not for the consumer.
 *
 * <p>{@code offer} may be called by any thread; everything else belongs to the consumer, except {@link #claimed},
 * which the consumer asks before it parks.
 */
public final class ManyToOneInbox extends ManyToOneInboxConsumer {
    private static final long APPENDING = -2;
    private static final int POOLED_CHUNKS = 8;

    /** Rounds of 25 ns that wait for an appender before each yield: 3 µs, about what a fresh chunk takes. */
    private static final int SPINS_BEFORE_YIELD = 128;

    private static final VarHandle CLAIMED;
    private static final VarHandle LAST_INDEX;
    private static final VarHandle LAST_CHUNK;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLAIMED = lookup.findVarHandle(ManyToOneInboxProducers.class, "claimed", long.class)
                    .withInvokeExactBehavior();
            LAST_INDEX = lookup.findVarHandle(ManyToOneInboxAppender.class, "lastIndex", long.class);
            LAST_CHUNK = lookup.findVarHandle(ManyToOneInboxAppender.class, "lastChunk", InboxChunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    private final int shift;
    private final int mask;
    private final int extensionBytes;
    private final int immediateBytes;
    private final SpscVarHandleArrayQueue<InboxChunk> emptied = new SpscVarHandleArrayQueue<>(POOLED_CHUNKS);

    /**
     * Makes an empty inbox.
     *
     * @param chunkCells cells in a chunk, a power of two
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     */
    public ManyToOneInbox(int chunkCells, int immediateBytes) {
        if (Integer.bitCount(chunkCells) != 1) {
            throw new IllegalArgumentException("not a power of two: chunkCells=" + chunkCells);
        }
        this.shift = Integer.numberOfTrailingZeros(chunkCells);
        this.mask = chunkCells - 1;
        this.immediateBytes = immediateBytes;
        this.extensionBytes = bytesOfCell(immediateBytes) - InboxCell.BYTES;
        InboxChunk first = new InboxChunk(chunkCells, extensionBytes, 0, null);
        LAST_CHUNK.setVolatile(this, first);
        LAST_INDEX.setVolatile(this, 0L);
        consumerChunk = first;
    }

    /**
     * What a cell takes of off-heap memory, with what lies beside it.
     *
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     * @return bytes
     */
    public static int bytesOfCell(int immediateBytes) {
        return InboxCell.BYTES + (immediateBytes <= InboxCell.PAYLOAD_BYTES ? 0 : immediateBytes + 7 & ~7);
    }

    /**
     * The longest payload that fits the inbox.
     *
     * @return bytes
     */
    public int immediateBytes() {
        return immediateBytes;
    }

    /**
     * Puts a message with its payload into the inbox; the payload's memory is free again on return.
     *
     * @param envelope the envelope, copied
     * @param payload the memory of the payload
     * @param offset where the payload begins, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     */
    public void offer(Envelope envelope, MemorySegment payload, long offset, DataLayout layout) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        long cell = (position & mask) * InboxCell.BYTES;
        int length = (int) envelope.lengthBytes;
        int place = InboxCell.IN_CELL;
        boolean isCopied = false;
        try {
            MemorySegment to = chunk.cells;
            long toOffset = cell + InboxCell.PAYLOAD;
            if (length > InboxCell.PAYLOAD_BYTES) {
                place = InboxCell.IN_EXTENSION;
                to = chunk.extensions;
                toOffset = (position & mask) * extensionBytes;
            }
            if (layout == null) {
                MemoryCopy.copy(payload, offset, to, toOffset, length);
            } else {
                LayoutCopy.copy(payload, offset, layout, to, toOffset, null, 0, length);
            }
            isCopied = true;
        } finally {
            if (!isCopied) { // the memory was closed under us: the claimed cell must not stay a hole
                InboxCell.write(chunk.cells, cell, VOID, InboxCell.IN_CELL);
                InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
            }
        }
        InboxCell.write(chunk.cells, cell, envelope, place);
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
    }

    /**
     * Puts a message into the inbox whose payload is still with its source.
     *
     * @param envelope the envelope, copied
     * @param source what will deliver the payload when the message is matched
     */
    public void offer(Envelope envelope, MessageSource source) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        long cell = (position & mask) * InboxCell.BYTES;
        chunk.references[(int) (position & mask)] = source;
        InboxCell.write(chunk.cells, cell, envelope, InboxCell.BY_REFERENCE);
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
    }

    private InboxChunk chunkFor(long position) {
        InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
        long index = position >> shift;
        return chunk.indexAcquire() == index ? chunk : findChunk(index);
    }

    private InboxChunk findChunk(long index) {
        for (int round = 1; ; round++) {
            InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
            long chunkIndex = chunk.indexAcquire();
            if (chunkIndex >= index) {
                InboxChunk found = chunk;
                // Ours is still in the list, and so are all after it: its cell is not published yet.
                for (long i = chunkIndex; i > index; i--) {
                    found = found.previousAcquire();
                }
                return found;
            }
            if ((long) LAST_INDEX.getVolatile(this) == chunkIndex
                    && LAST_INDEX.compareAndSet(this, chunkIndex, APPENDING)) {
                append(chunk, chunkIndex, index);
            } else {
                awaitAppender(round);
            }
        }
    }

    /** The appender needs some microseconds, unless it has lost its processor: to us, perhaps. */
    private static void awaitAppender(int round) {
        if (round % SPINS_BEFORE_YIELD != 0) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Only one producer at a time is here: the one that has turned lastIndex into APPENDING. */
    private void append(InboxChunk last, long lastIndex, long index) {
        InboxChunk chunk = last;
        try {
            while (lastIndex < index) {
                InboxChunk fresh = emptied.poll();
                if (fresh != null) {
                    fresh.renew(lastIndex + 1, chunk);
                } else {
                    fresh = new InboxChunk(mask + 1, extensionBytes, lastIndex + 1, chunk);
                }
                LAST_CHUNK.setRelease(this, fresh);
                chunk.nextRelease(fresh);
                chunk = fresh;
                lastIndex++;
            }
        } finally {
            LAST_INDEX.setVolatile(this, lastIndex); // also when memory has run out, so that nobody hangs
        }
    }

    /**
     * Whether producers have claimed more than has been drained; then the consumer must not park.
     *
     * @return true when a message is there or on its way
     */
    public boolean hasClaimed() {
        return (long) CLAIMED.getVolatile((ManyToOneInboxProducers) this) != position;
    }

    /**
     * Moves to the next message.
     *
     * @param envelope receives the envelope
     * @return true when there is one; look at its payload, then call {@link #advance}
     */
    public boolean peek(Envelope envelope) {
        InboxChunk chunk = consumerChunk;
        long cell = (position & mask) * InboxCell.BYTES;
        if (InboxCell.sequenceAcquire(chunk.cells, cell) != position + 1) {
            return false;
        }
        place = InboxCell.read(chunk.cells, cell, envelope);
        return true;
    }

    /**
     * Where the payload of the current message is.
     *
     * @return its source, or null when it is in {@link #payload}
     */
    public MessageSource source() {
        return place == InboxCell.BY_REFERENCE
                ? (MessageSource) consumerChunk.references[(int) (position & mask)]
                : null;
    }

    /**
     * The memory that holds the current message's payload.
     *
     * @return memory of the inbox, valid until {@link #advance}
     */
    public MemorySegment payload() {
        return place == InboxCell.IN_CELL ? consumerChunk.cells : consumerChunk.extensions;
    }

    /**
     * Where in {@link #payload} the current message's payload begins.
     *
     * @return bytes
     */
    public long payloadOffset() {
        long cell = position & mask;
        return place == InboxCell.IN_CELL ? cell * InboxCell.BYTES + InboxCell.PAYLOAD : cell * extensionBytes;
    }

    /** Ends the use of the current message. */
    public void advance() {
        if (place == InboxCell.BY_REFERENCE) {
            consumerChunk.references[(int) (position & mask)] = null;
        }
        position++;
        if ((position & mask) == 0) {
            nextChunk();
        }
    }

    /** The consumer needs the next chunk only when something may be in it; until then it waits here for its link. */
    private void nextChunk() {
        InboxChunk done = consumerChunk;
        InboxChunk next;
        for (int round = 1; (next = done.nextAcquire()) == null; round++) {
            if (renewInPlace(done)) {
                return;
            }
            awaitAppender(round); // it may have failed for lack of memory: then it is our turn
        }
        next.forgetPrevious();
        consumerChunk = next;
        emptied.offer(done); // when the pool is full the chunk goes to the collector
    }

    /**
     * Puts an emptied chunk that is still the last behind itself, as long as no producer is appending one. So a consumer
     * that keeps up goes round and round in one chunk, whose lines stay in the first-level caches: a bare ring of up
     * to 32 such cells took 38 ns a message, one of 128 to 256 cells 66 ns or more (near, floor 33).
     *
     * <p>All cells of the chunk have been published and drained, so no producer looks at it but those that want the next
     * index, and they wait until it has that. Who holds the right to append is decided as among producers.
     */
    private boolean renewInPlace(InboxChunk done) {
        long index = done.indexAcquire();
        // Volatile compare-and-set: pairs with the same in findChunk. It fails when another chunk is or was appended.
        if (!LAST_INDEX.compareAndSet(this, index, APPENDING)) {
            return false;
        }
        done.renew(index + 1, null);
        LAST_INDEX.setVolatile(this, index + 1);
        return true;
    }
}

/** Padding: what lies before the inbox in the heap is read by the consumer, and must not share the claims' line. */
abstract class ManyToOneInboxPad0 {
    @SuppressWarnings("unused")
    private long o00, o01, o02, o03, o04, o05, o06, o07, o08, o09, o10, o11, o12, o13, o14, o15;
}

/** What producers write at every message. */
abstract class ManyToOneInboxProducers extends ManyToOneInboxPad0 {
    // Fetch-and-add by producers; volatile load by the consumer before it parks, paired with its parked flag.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long claimed;
}

/** Padding. */
abstract class ManyToOneInboxPad1 extends ManyToOneInboxProducers {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** What producers read at every message and write once in a chunk. */
abstract class ManyToOneInboxAppender extends ManyToOneInboxPad1 {
    // lastIndex: compare-and-set by the appender, volatile store when it is done. lastChunk: release store by the
    // appender, acquire load by producers; the chunk's own index says whether it is the right one.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long lastIndex;

    @SuppressWarnings("unused")
    InboxChunk lastChunk;
}

/** Padding. */
abstract class ManyToOneInboxPad2 extends ManyToOneInboxAppender {
    @SuppressWarnings("unused")
    private long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;
}

/** What the consumer alone reads and writes. */
abstract class ManyToOneInboxConsumer extends ManyToOneInboxPad2 {
    /** The envelope of a message whose sender failed while it wrote: matches nothing. */
    static final Envelope VOID = new Envelope();

    static {
        VOID.kind = -1;
    }

    long position;
    InboxChunk consumerChunk;
    int place; // of the current message's payload
}
