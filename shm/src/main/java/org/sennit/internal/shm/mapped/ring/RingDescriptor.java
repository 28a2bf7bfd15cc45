package org.sennit.internal.shm.mapped.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.memory.OwnMemory;

/**
 * The memory format of a ring in memory that two processes map. All words in the machine's own
 * order: both are on one host.
 *
 * <pre>
 *     0  tail: where the next record is claimed, in bytes since the beginning; bit 0: only the queue may claim
 *   128  head: up to where records have been consumed, stored after each eighth of the ring
 *   256  space wanted: 1 when a producer waits for the head to move
 *   384  bell: 1 while a bell for this ring's reader is on its way
 *   512  records, as many bytes as the capacity, a power of two
 * </pre>
 *
 * A record begins at a multiple of 64 bytes with a word: its kind in 8 bits, its length in bytes in 32, the lap of its
 * position in 24, whose highest bit is 1; its bytes follow. While a record is not there yet the first word of its line
 * has another lap, or is 0. The further lines of a record may hold anything: when the consumer has read it, it clears
 * those of their first words that are like the word of a record of the next lap, which is rare. So it mostly writes
 * nothing to the lines of short records: a store there would be one more transfer of the line between the two cores. Of
 * records that are longer than a short message it clears all those words.
 *
 * <p>Publication: the producer writes a record's bytes, then its word with release; the consumer reads the word with
 * acquire, then the bytes. The consumer clears words, then stores the head; a producer reads the head with acquire
 * before it writes there. Every line of control has one side that writes it in steady state. jcstress: RingStress.
 */
public final class RingDescriptor {
    /** Bytes before the records. */
    public static final int CONTROL_BYTES = 512;

    /** Records begin at multiples of this. */
    public static final int LINE_BYTES = 64;

    /** Bytes of a record's word. */
    public static final int WORD_BYTES = Long.BYTES;

    /** A whole packet with its own header. */
    public static final int WHOLE = 1;

    /** A whole packet with the short header of {@link ShortHeader}. */
    public static final int SHORT = 2;

    /** Nothing: the end of a lap, or a message whose memory has gone. */
    public static final int SKIP = 3;

    /** The next bytes of the packets that go in pieces. */
    public static final int PIECE = 4;

    /** The packet of which pieces have come will not be finished. */
    public static final int ABORT = 5;

    /** The producers' side sends nothing more. */
    public static final int CLOSE = 6;

    /** A packet without payload: its header without the length of the payload, in one line with the record's word. */
    public static final int BARE = 7;

    static final int TAIL = 0;
    static final int HEAD = 128;
    static final int SPACE_WANTED = 256;
    static final int BELL = 384;

    /** The bit of the tail that reserves the ring for the queue. */
    static final long QUEUE_ONLY = 1;

    private static final int KIND_BITS = 8;
    private static final int LAP_SHIFT = 40;
    private static final long LENGTH_MASK = (1L << LAP_SHIFT - KIND_BITS) - 1;

    /** A bit of the lap of every record, so that no word of a record equals a cleared one. */
    private static final long LAP_MARK = 1L << Long.SIZE - 1;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private RingDescriptor() {}

    static long word(long lap, int kind, int lengthBytes) {
        return lap | (long) lengthBytes << KIND_BITS | kind;
    }

    /** Returns what the words of records have that begin in a lap of the ring, from bit 40. */
    static long lap(long position, int capacityBits) {
        return LAP_MARK | position >>> capacityBits << LAP_SHIFT;
    }

    /** Returns whether a word is that of a record of a lap, and not one that an earlier lap has left. */
    static boolean isOf(long lap, long word) {
        return (word ^ lap) >>> LAP_SHIFT == 0;
    }

    static int kind(long word) {
        return (int) (word & ((1 << KIND_BITS) - 1));
    }

    /** Returns the length that a word contains; a peer that lies may have written anything. */
    static long length(long word) {
        return word >>> KIND_BITS & LENGTH_MASK;
    }

    /** Returns the room of a record, word and all. */
    static long room(long lengthBytes) {
        return (WORD_BYTES + lengthBytes + LINE_BYTES - 1) & -LINE_BYTES;
    }

    static long getVolatile(MemorySegment memory, long address) {
        return (long) LONG.getVolatile(OwnMemory.of(memory), address);
    }

    static long getAcquire(MemorySegment memory, long address) {
        return (long) LONG.getAcquire(OwnMemory.of(memory), address);
    }

    static void setVolatile(MemorySegment memory, long address, long value) {
        LONG.setVolatile(OwnMemory.of(memory), address, value);
    }

    static void setRelease(MemorySegment memory, long address, long value) {
        LONG.setRelease(OwnMemory.of(memory), address, value);
    }

    static long get(MemorySegment memory, long address) {
        return (long) LONG.get(OwnMemory.of(memory), address);
    }

    static void set(MemorySegment memory, long address, long value) {
        LONG.set(OwnMemory.of(memory), address, value);
    }

    static boolean compareAndSet(MemorySegment memory, long address, long expected, long value) {
        return LONG.compareAndSet(OwnMemory.of(memory), address, expected, value);
    }
}
