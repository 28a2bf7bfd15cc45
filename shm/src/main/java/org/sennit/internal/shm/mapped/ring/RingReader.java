package org.sennit.internal.shm.mapped.ring;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The consumer's side of a ring. One thread at a time reads, the holder of the connection; any thread may ask whether
 * there is something to read. What the ring says is checked: a peer that lies makes an exception here and nothing else.
 *
 * <p>Allocates nothing after construction.
 */
public final class RingReader extends FrontPadding {
    /** Takes records in order. */
    public interface Handler {
        /**
         * Takes bytes of packets.
         *
         * @param bytes a whole packet, or the next bytes of packets in pieces; valid during the call only
         */
        void packets(ByteBuffer bytes);

        /**
         * Takes a packet with a {@link ShortHeader}.
         *
         * @param memory in which it lies; valid during the call only
         * @param at where it begins
         * @param payloadBytes the length of its payload
         * @return false when nothing has happened: the packet is to be made whole
         */
        default boolean shortPacket(MemorySegment memory, long at, int payloadBytes) {
            return false;
        }

        /**
         * Takes a first part of a piece of a packet, to where it is wanted.
         *
         * @param memory in which the piece lies; valid during the call only
         * @param at where it begins
         * @param length its length
         * @return bytes that have been taken; the others are handed up as {@link #packets}
         */
        default int piece(MemorySegment memory, long at, int length) {
            return 0;
        }

        /**
         * Takes a packet with a {@link BareHeader}.
         *
         * @param memory in which it lies; valid during the call only
         * @param at where it begins
         * @return false when nothing has happened: the packet is to be made whole
         */
        default boolean barePacket(MemorySegment memory, long at) {
            return false;
        }

        /** Called when the packet of which pieces have arrived will not be finished. */
        void aborted();

        /** Called when the peer sends nothing more; what it has sent has been handed up. */
        void closed();
    }

    /**
     * Longest record whose lines are left as they are, in bytes. Lines that this side has written come back to the
     * producer faster: with those of longer records left, too, 8 KiB took .66 us one way instead of .55 near, 2.2
     * instead of 1.4 far.
     */
    private static final long MOST_UNCLEARED_BYTES =
            RingDescriptor.room(ShortHeader.BYTES + ShortHeader.MAX_SHORT_BYTES);

    private static final VarHandle HEAD = FieldHandle.of(MethodHandles.lookup(), RingReader.class, "head", long.class);

    private final MemorySegment memory;
    private final long base;
    private final long data;
    private final long capacity;
    private final int capacityBits;
    private final ByteBuffer records;
    private final ByteBuffer shortPacket = ShortHeader.newPacket();
    private final MemorySegment shortSegment = MemorySegment.ofBuffer(shortPacket);

    // Opaque store by the holder; opaque load by any thread that asks for work, which then takes the hold or asks
    // again.
    private long head;

    // Guarded by the hold.
    private long toldHead;

    /**
     * Makes the consumer's side of a ring from which nothing has been read.
     *
     * @param memory the ring, as for {@link RingWriter}
     */
    public RingReader(MemorySegment memory) {
        this.memory = memory;
        this.base = OwnMemory.base(memory);
        this.data = base + RingDescriptor.CONTROL_BYTES;
        this.capacity = capacityOf(memory);
        this.capacityBits = Long.numberOfTrailingZeros(capacity);
        this.records =
                memory.asSlice(RingDescriptor.CONTROL_BYTES).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    static long capacityOf(MemorySegment memory) {
        long capacity = memory.byteSize() - RingDescriptor.CONTROL_BYTES;
        if (capacity < 4096 || Long.bitCount(capacity) != 1) {
            throw new SennitException(ErrorClass.INTERN, "a ring is a power of two long, bytes=" + capacity);
        }
        return capacity;
    }

    /** Returns whether {@link #read} would find a record. Any thread; costs one load from the ring. */
    public boolean isReadable() {
        long next = (long) HEAD.getOpaque(this);
        return RingDescriptor.isOf(lap(next), RingDescriptor.getAcquire(memory, at(next)));
    }

    /**
     * Returns whether a record is there or has been claimed; for a thread that has said that it will sleep. Volatile:
     * either this sees the claim, or the producer, which claims before it looks, sees the sleeper.
     *
     * @return true when no thread may sleep
     */
    public boolean isClaimed() {
        long tail = RingDescriptor.getVolatile(memory, base + RingDescriptor.TAIL) & -RingDescriptor.LINE_BYTES;
        return tail != (long) HEAD.getOpaque(this);
    }

    private long at(long position) {
        return data + (position & (capacity - 1));
    }

    private long lap(long position) {
        return RingDescriptor.lap(position, capacityBits);
    }

    /**
     * Reads what is there. With the hold.
     *
     * @param handler takes the records; when it throws, the record counts as read
     * @param workLimit the most records
     * @return their number
     * @throws SennitException NETWORK when the ring's words make no sense: the peer is broken
     */
    public int read(Handler handler, int workLimit) {
        int done = 0;
        while (done < workLimit) {
            // acquire: pairs with the producer's release of the word
            long word = RingDescriptor.getAcquire(memory, at(head));
            if (!RingDescriptor.isOf(lap(head), word)) {
                break;
            }
            done++;
            long length = RingDescriptor.length(word);
            long index = head & (capacity - 1);
            if (length > capacity - index - RingDescriptor.WORD_BYTES) {
                throw new SennitException(ErrorClass.NETWORK, "bad record in a ring, length=" + length);
            }
            try {
                handle(handler, RingDescriptor.kind(word), (int) index + RingDescriptor.WORD_BYTES, (int) length);
            } finally {
                consumed(RingDescriptor.room(length));
            }
        }
        return done;
    }

    private void handle(Handler handler, int kind, int index, int length) {
        switch (kind) {
            case RingDescriptor.SHORT -> shortRecord(handler, index, length);
            case RingDescriptor.BARE -> {
                if (length != BareHeader.BYTES) {
                    throw new SennitException(ErrorClass.NETWORK, "bad record in a ring, length=" + length);
                }
                if (handler.barePacket(OwnMemory.of(memory), data + index)) {
                    return;
                }
                BareHeader.read(memory, data + index, shortSegment);
                shortPacket.limit(PacketDescriptor.HEADER_LENGTH).position(0);
                handler.packets(shortPacket);
            }
            case RingDescriptor.WHOLE -> bytes(handler, index, length);
            case RingDescriptor.PIECE -> {
                int taken = handler.piece(memory, RingDescriptor.CONTROL_BYTES + index, length);
                bytes(handler, index + taken, length - taken);
            }
            case RingDescriptor.SKIP -> {} // nothing
            case RingDescriptor.ABORT -> handler.aborted();
            case RingDescriptor.CLOSE -> handler.closed();
            default -> throw new SennitException(ErrorClass.NETWORK, "bad record in a ring, kind=" + kind);
        }
    }

    private void shortRecord(Handler handler, int index, int length) {
        int payload = length - ShortHeader.BYTES;
        if (payload < 0 || payload > ShortHeader.MAX_PAYLOAD_BYTES) {
            throw new SennitException(ErrorClass.NETWORK, "bad record in a ring, length=" + length);
        }
        if (handler.shortPacket(OwnMemory.of(memory), data + index, payload)) {
            return;
        }
        if (payload <= ShortHeader.MAX_SHORT_BYTES) {
            ShortHeader.read(memory, data + index, payload, shortSegment);
            shortPacket.limit(PacketDescriptor.HEADER_LENGTH + payload).position(0);
            handler.packets(shortPacket);
        } else { // the payload where it lies, without one more copy
            ShortHeader.readHeader(memory, data + index, payload, shortSegment);
            shortPacket.limit(PacketDescriptor.HEADER_LENGTH).position(0);
            handler.packets(shortPacket);
            bytes(handler, index + ShortHeader.BYTES, payload);
        }
    }

    private void bytes(Handler handler, int index, int length) {
        if (length > 0) {
            records.limit(index + length).position(index);
            handler.packets(records);
        }
    }

    private void consumed(long room) {
        if (room > RingDescriptor.LINE_BYTES) {
            clearFurtherLines(at(head), room);
        }
        HEAD.setOpaque(this, head + room);
    }

    /**
     * Clears the first words of the further lines of a record that would be taken for those of records in the next lap,
     * and of a long record all. Before the head is published, which lets producers write there.
     */
    private void clearFurtherLines(long start, long room) {
        long nextLap = lap(head + capacity);
        boolean isLong = room > MOST_UNCLEARED_BYTES;
        for (long line = RingDescriptor.LINE_BYTES; line < room; line += RingDescriptor.LINE_BYTES) {
            if (isLong || RingDescriptor.isOf(nextLap, RingDescriptor.get(memory, start + line))) {
                RingDescriptor.set(memory, start + line, 0L);
            }
        }
    }

    /**
     * Publishes to producers how far this side has come, if that is worth while; after {@link #read}, with the hold. As
     * long as less than an eighth of the ring is not announced an empty ring has room for every record.
     *
     * @return true when a producer waits for room: ring its bell
     */
    public boolean tellHead() {
        if (head - toldHead < capacity / 8) {
            return false;
        }
        toldHead = head;
        // volatile store, then volatile load: a producer sets the wish and then looks at the head
        RingDescriptor.setVolatile(memory, base + RingDescriptor.HEAD, head);
        return RingDescriptor.getVolatile(memory, base + RingDescriptor.SPACE_WANTED) != 0
                && RingDescriptor.compareAndSet(memory, base + RingDescriptor.SPACE_WANTED, 1, 0);
    }

    /** Notes a bell, so that the peer may send the next one. Before the ring is read. */
    public void bellHeard() {
        RingDescriptor.setVolatile(memory, base + RingDescriptor.BELL, 0);
    }
}
