package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.spi.packet.Envelope;

/**
 * The memory format of an inbox cell: 128 bytes, aligned to 128, so that sequence, envelope and a short payload cross
 * between two cores in one (paired) cache line.
 *
 * <pre>
 *   0          8            12           16           20           24            28
 *   +----------+------------+------------+------------+------------+-------------+
 *   | sequence | kind       | context id | source rank| tag        | signature   |
 *   +----------+------------+------------+------------+------------+-------------+
 *   28             32                40                                       128
 *   +--------------+-----------------+------------------------------------------+
 *   | place        | length in bytes | payload, up to 88 bytes                  |
 *   +--------------+-----------------+------------------------------------------+
 * </pre>
 *
 * <p>Publication: the producer that has claimed position p writes everything, then the sequence p + 1 with release; the
 * consumer reads the sequence with acquire and then everything. Positions never repeat, so a cell need not be cleared.
 * Place is {@link #IN_CELL}, {@link #IN_EXTENSION}, {@link #BY_REFERENCE} or {@link #HANDLE}; its upper bits hold the
 * number of the sending process plus 1 where the message counts against that process's flow-control window. jcstress:
 * InboxPublication.
 *
 * <p>A cell is addressed by its chunk's memory and an offset relative to {@link OwnMemory#base}. Fields are read and
 * written in pairs, one word each, so that matching compares words.
 */
final class InboxCell {
    static final int BYTES = 128;
    static final int PAYLOAD_BYTES = 88;

    static final int IN_CELL = 0;
    static final int IN_EXTENSION = 1;
    static final int BY_REFERENCE = 2;

    /** The cell's payload is the number of a source in the {@link SourceTable}, which has the message's payload. */
    static final int HANDLE = 3;

    /** Sent within this process: counts against no flow-control window. */
    static final int FROM_HERE = -1;

    /** The envelope of a message whose sender failed while it wrote: matches nothing. */
    static final Envelope VOID = new Envelope();

    static {
        VOID.kind = -1;
    }

    private static final int PLACE_BITS = 2;
    private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;

    static final int PAYLOAD = 40;
    private static final int SEQUENCE = 0;
    private static final int KIND = 8; // with the context id
    private static final int SOURCE = 16; // with the tag
    private static final int SIGNATURE = 24; // with the place
    private static final int LENGTH = 32;

    private static final boolean IS_LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private static final int HIGHEST_OF_KIND = IS_LITTLE_ENDIAN ? KIND + Integer.BYTES - 1 : KIND;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private InboxCell() {}

    static long sequenceAcquire(MemorySegment cells, long cell) {
        return (long) LONG.getAcquire(OwnMemory.of(cells), cell + SEQUENCE);
    }

    static void sequenceRelease(MemorySegment cells, long cell, long sequence) {
        LONG.setRelease(OwnMemory.of(cells), cell + SEQUENCE, sequence);
    }

    /**
     * Fetches a cell's cache line for writing without changing the cell, also while another producer fills it: stores
     * the highest byte of the kind, which is 0 in all cells, or not read (see {@link #read}).
     */
    static void touch(MemorySegment cells, long cell) {
        OwnMemory.of(cells).set(ValueLayout.JAVA_BYTE, cell + HIGHEST_OF_KIND, (byte) 0);
    }

    static void write(MemorySegment cells, long cell, Envelope e, int place) {
        write(
                cells,
                cell,
                pair(e.kind, e.contextId),
                pair(e.sourceRank, e.tag),
                pair(e.signature, place),
                e.lengthBytes);
    }

    static void write(
            MemorySegment cells,
            long cell,
            long kindAndContext,
            long sourceAndTag,
            long signatureAndPlace,
            long lengthBytes) {
        MemorySegment memory = OwnMemory.of(cells);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, cell + KIND, kindAndContext);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, cell + SOURCE, sourceAndTag);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, cell + SIGNATURE, signatureAndPlace);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, cell + LENGTH, lengthBytes);
    }

    /** Fills the envelope and returns the place of the payload. */
    static int read(MemorySegment cells, long cell, Envelope e) {
        long kindAndContext = kindAndContext(cells, cell);
        long sourceAndTag = sourceAndTag(cells, cell);
        long signatureAndPlace = signatureAndPlace(cells, cell);
        e.kind = (byte) first(kindAndContext);
        e.contextId = second(kindAndContext);
        e.sourceRank = first(sourceAndTag);
        e.tag = second(sourceAndTag);
        e.signature = first(signatureAndPlace);
        e.lengthBytes = lengthBytes(cells, cell);
        return second(signatureAndPlace);
    }

    static long kindAndContext(MemorySegment cells, long cell) {
        return OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + KIND);
    }

    static long sourceAndTag(MemorySegment cells, long cell) {
        return OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + SOURCE);
    }

    static long signatureAndPlace(MemorySegment cells, long cell) {
        return OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + SIGNATURE);
    }

    static long lengthBytes(MemorySegment cells, long cell) {
        return OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + LENGTH);
    }

    /** Joins the place of a payload and the number of the sending process. */
    static int placeFrom(int place, int process) {
        return place | process + 1 << PLACE_BITS;
    }

    /** Returns the place without the process. */
    static int placeOnly(int placeFrom) {
        return placeFrom & PLACE_MASK;
    }

    /** Returns the process, or {@link #FROM_HERE}. */
    static int processOf(int placeFrom) {
        return (placeFrom >>> PLACE_BITS) - 1;
    }

    /** Joins two fields to a word of a cell. */
    static long pair(int first, int second) {
        return IS_LITTLE_ENDIAN
                ? (long) second << Integer.SIZE | first & 0xFFFF_FFFFL
                : (long) first << Integer.SIZE | second & 0xFFFF_FFFFL;
    }

    static int first(long pair) {
        return (int) (IS_LITTLE_ENDIAN ? pair : pair >>> Integer.SIZE);
    }

    static int second(long pair) {
        return (int) (IS_LITTLE_ENDIAN ? pair >>> Integer.SIZE : pair);
    }
}
