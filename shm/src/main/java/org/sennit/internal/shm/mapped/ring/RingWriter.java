package org.sennit.internal.shm.mapped.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.spi.context.RuntimeContext;

/**
 * The producers' side of a ring: any thread of one process claims room by one compare-and-set and publishes it; the
 * queue of this process can reserve the ring, so that the pieces of a long packet are consecutive and no later packet
 * overtakes it.
 *
 * <p>Allocates nothing after construction.
 */
public final class RingWriter extends FrontPadding {
    /** There is no room now. */
    public static final long FULL = -1;

    /** The ring is reserved for the queue. */
    public static final long QUEUED = -2;

    private static final VarHandle KNOWN_HEAD =
            FieldHandle.of(MethodHandles.lookup(), RingWriter.class, "knownHead", long.class);

    private final RuntimeContext context;
    private final MemorySegment memory;
    private final long base;
    private final long data;
    private final long capacity;
    private final int capacityBits;
    private final long inLap; // what of a position counts inside a lap

    // A head that some thread has read: stored with release, read with acquire by every producer, so that the words
    // that the reader cleared before it are seen too. It only grows; an old value costs one more read of the ring's
    // head.
    private long knownHead;

    /**
     * Makes the producers' side of an empty ring.
     *
     * @param context spins
     * @param memory the ring, aligned to 64 bytes, all zero at the beginning; a power of two and the control bytes long
     */
    public RingWriter(RuntimeContext context, MemorySegment memory) {
        this.context = context;
        this.memory = memory;
        this.base = OwnMemory.base(memory);
        this.data = base + RingDescriptor.CONTROL_BYTES;
        this.capacity = RingReader.capacityOf(memory);
        this.capacityBits = Long.numberOfTrailingZeros(capacity);
        this.inLap = capacity - 1 & -RingDescriptor.LINE_BYTES;
    }

    /**
     * Returns the longest record that always fits an empty ring, wherever its positions are, in bytes without the
     * record's word.
     */
    public int maxRecordBytes() {
        return (int) (capacity / 4) - RingDescriptor.WORD_BYTES;
    }

    /**
     * Claims room for a record. Any thread.
     *
     * @param lengthBytes its length, at most {@link #maxRecordBytes}
     * @return its place, to be published soon: the reader waits for it; or {@link #FULL} or {@link #QUEUED}
     */
    public long claim(int lengthBytes) {
        long room = RingDescriptor.room(lengthBytes);
        while (true) {
            // volatile: the compare-and-set that follows orders this claim before the sender's read of the sleep slots
            long tail = RingDescriptor.getVolatile(memory, base + RingDescriptor.TAIL);
            if ((tail & RingDescriptor.QUEUE_ONLY) != 0) {
                return QUEUED;
            }
            long skipped = skipped(tail, room);
            if (!hasRoom(tail + skipped + room)) {
                return FULL;
            }
            if (RingDescriptor.compareAndSet(memory, base + RingDescriptor.TAIL, tail, tail + skipped + room)) {
                return claimed(tail, skipped);
            }
            context.spin();
        }
    }

    /**
     * Claims room for a record of the queue, which has reserved the ring. One thread at a time.
     *
     * @param lengthBytes its length, at most {@link #maxRecordBytes}
     * @return its place, or {@link #FULL}
     */
    public long claimForQueue(int lengthBytes) {
        long room = RingDescriptor.room(lengthBytes);
        long tail = RingDescriptor.getVolatile(memory, base + RingDescriptor.TAIL) & ~RingDescriptor.QUEUE_ONLY;
        long skipped = skipped(tail, room);
        if (!hasRoom(tail + skipped + room)) {
            return FULL;
        }
        RingDescriptor.setVolatile(
                memory, base + RingDescriptor.TAIL, (tail + skipped + room) | RingDescriptor.QUEUE_ONLY);
        return claimed(tail, skipped);
    }

    private long skipped(long tail, long room) {
        long left = capacity - (tail & inLap);
        return left < room ? left : 0;
    }

    private boolean hasRoom(long end) {
        if (end - (long) KNOWN_HEAD.getAcquire(this) <= capacity) {
            return true;
        }
        // acquire: pairs with the reader's store; the words that it has cleared are clear here
        long head = RingDescriptor.getAcquire(memory, base + RingDescriptor.HEAD);
        KNOWN_HEAD.setRelease(this, head);
        return end - head <= capacity && end >= head;
    }

    private long claimed(long tail, long skipped) {
        if (skipped > 0) {
            publish(tail, RingDescriptor.SKIP, (int) skipped - RingDescriptor.WORD_BYTES);
        }
        return tail + skipped;
    }

    private long at(long position) {
        return data + (position & inLap); // of a tail that the peer has spoilt, too, a line of the ring
    }

    /**
     * Copies bytes into a claimed record.
     *
     * @param offset bytes of the record before them
     * @param source the bytes
     * @param sourceOffset where they begin
     * @param lengthBytes the length in bytes
     * @throws IllegalStateException when the source's arena has been closed
     */
    public void put(long position, long offset, MemorySegment source, long sourceOffset, long lengthBytes) {
        MemoryCopy.copy(
                source,
                sourceOffset,
                OwnMemory.of(memory),
                at(position) + RingDescriptor.WORD_BYTES + offset,
                lengthBytes);
    }

    /** Returns the offset of a claimed record's bytes in {@link #memory}. */
    public long offset(long position) {
        return at(position) + RingDescriptor.WORD_BYTES;
    }

    /** Returns the memory of {@link #offset}; only bytes of claimed records may be written to it. */
    public MemorySegment memory() {
        return OwnMemory.of(memory);
    }

    /**
     * Lets the reader see a record.
     *
     * @param kind one of the kinds of {@link RingDescriptor}
     * @param lengthBytes its length, as it was claimed
     */
    public void publish(long position, int kind, int lengthBytes) {
        // release: pairs with the reader's acquire of the word
        long lap = RingDescriptor.lap(position, capacityBits);
        RingDescriptor.setRelease(memory, at(position), RingDescriptor.word(lap, kind, lengthBytes));
    }

    /**
     * Sends a whole packet. Any thread.
     *
     * @param payload its payload; header and payload at most {@link #maxRecordBytes}
     * @return its place, {@link #FULL} or {@link #QUEUED}
     * @throws IllegalStateException when the payload's arena has been closed; nothing has been sent
     */
    public long send(MemorySegment header, MemorySegment payload) {
        int payloadBytes = (int) payload.byteSize();
        if (ShortHeader.fits(header, payloadBytes)) {
            int length = ShortHeader.BYTES + payloadBytes;
            long position = claim(length);
            if (position >= 0) {
                putAndPublish(position, RingDescriptor.SHORT, header, payload, length);
            }
            return position;
        }
        if (BareHeader.fits(header, payloadBytes)) {
            long position = claim(BareHeader.BYTES);
            if (position >= 0) {
                putAndPublish(position, RingDescriptor.BARE, header, payload, BareHeader.BYTES);
            }
            return position;
        }
        int length = (int) header.byteSize() + payloadBytes;
        long position = claim(length);
        if (position >= 0) {
            putAndPublish(position, RingDescriptor.WHOLE, header, payload, length);
        }
        return position;
    }

    /**
     * Sends a short eager message out of an array. Any thread.
     *
     * @param contextId the communicator's context id
     * @param endpoints destination and source, as {@link ShortHeader} has them
     * @param sourceAndTag the same
     * @param signature the type signature
     * @param array as {@link ArrayCopy} takes it
     * @param offset where the payload begins in it, in bytes
     * @param payloadBytes its length, at most {@link ShortHeader#mostArrayBytes}
     * @return its place, {@link #FULL} or {@link #QUEUED}
     */
    public long sendShort(
            int contextId,
            long endpoints,
            long sourceAndTag,
            int signature,
            Object array,
            int offset,
            int payloadBytes) {
        int length = ShortHeader.BYTES + payloadBytes;
        long position = claim(length);
        if (position >= 0) {
            long at = at(position) + RingDescriptor.WORD_BYTES;
            int published = RingDescriptor.SKIP;
            try {
                ShortHeader.write(memory, at, contextId, endpoints, sourceAndTag, signature);
                ArrayCopy.copyFrom(array, offset, OwnMemory.of(memory), at + ShortHeader.BYTES, payloadBytes);
                published = RingDescriptor.SHORT;
            } finally {
                publish(position, published, length); // whatever happens: the reader waits for what was claimed
            }
        }
        return position;
    }

    /**
     * Passes memory by a packet without an operation id. Any thread.
     *
     * @param contextId the communicator's context id
     * @param endpoints destination and source, as {@link ShortHeader} has them
     * @param sourceAndTag the same
     * @param lengthBytes the length of the message
     * @param name the payload, 24 bytes
     * @return its place, {@link #FULL} or {@link #QUEUED}
     */
    public long sendPass(int contextId, long endpoints, long sourceAndTag, long lengthBytes, MemorySegment name) {
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG_UNALIGNED;
        long first = name.get(word, 0); // nothing is claimed where the name cannot be read
        long second = name.get(word, 8);
        long third = name.get(word, 16);
        int length = ShortHeader.BYTES + ShortHeader.PASS_BYTES;
        long position = claim(length);
        if (position >= 0) {
            long at = at(position) + RingDescriptor.WORD_BYTES;
            int published = RingDescriptor.SKIP;
            try {
                ShortHeader.writePass(memory, at, contextId, endpoints, sourceAndTag, lengthBytes);
                MemorySegment ring = OwnMemory.of(memory);
                ring.set(word, at + ShortHeader.BYTES, first);
                ring.set(word, at + ShortHeader.BYTES + 8, second);
                ring.set(word, at + ShortHeader.BYTES + 16, third);
                published = RingDescriptor.SHORT;
            } finally {
                publish(position, published, length);
            }
        }
        return position;
    }

    private void putAndPublish(long position, int kind, MemorySegment header, MemorySegment payload, int length) {
        int published = RingDescriptor.SKIP;
        try {
            int headerBytes = putHeader(position, kind, header);
            put(position, headerBytes, payload, 0, length - headerBytes);
            published = kind;
        } finally {
            publish(position, published, length); // whatever happens: the reader waits for what was claimed
        }
    }

    private int putHeader(long position, int kind, MemorySegment header) {
        long at = at(position) + RingDescriptor.WORD_BYTES;
        switch (kind) {
            case RingDescriptor.SHORT -> {
                ShortHeader.write(header, memory, at);
                return ShortHeader.BYTES;
            }
            case RingDescriptor.BARE -> {
                BareHeader.write(header, memory, at);
                return BareHeader.BYTES;
            }
            default -> {
                int bytes = (int) header.byteSize();
                put(position, 0, header, 0, bytes);
                return bytes;
            }
        }
    }

    // ---- the queue ----

    /**
     * Reserves the ring for the queue; records claimed before come before the queue's. Idempotent; one thread at a
     * time.
     */
    public void keepForQueue() {
        while (true) {
            long tail = RingDescriptor.getVolatile(memory, base + RingDescriptor.TAIL);
            if ((tail & RingDescriptor.QUEUE_ONLY) != 0
                    || RingDescriptor.compareAndSet(
                            memory, base + RingDescriptor.TAIL, tail, tail | RingDescriptor.QUEUE_ONLY)) {
                return;
            }
        }
    }

    /** Lets all threads claim again. One thread at a time, the one that holds the queue. */
    public void openToAll() {
        long tail = RingDescriptor.getVolatile(memory, base + RingDescriptor.TAIL);
        RingDescriptor.setVolatile(memory, base + RingDescriptor.TAIL, tail & ~RingDescriptor.QUEUE_ONLY);
    }

    /** Asks the reader to ring when it has made room; look for room once more afterwards, before going to sleep. */
    public void wantSpace() {
        RingDescriptor.setVolatile(memory, base + RingDescriptor.SPACE_WANTED, 1);
    }

    /** Claims the right to ring the reader's bell: one bell on its way is enough. */
    public boolean takeBell() {
        return RingDescriptor.getVolatile(memory, base + RingDescriptor.BELL) == 0
                && RingDescriptor.compareAndSet(memory, base + RingDescriptor.BELL, 0, 1);
    }
}
