package org.sennit.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.sennit.runtime.message.Envelope;

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
 * <p>Publication: the producer that has claimed position p writes everything, then the sequence p + 1 with release;
 * the consumer reads the sequence with acquire and then everything. Positions never repeat, so a cell need not be
 * cleared. (Place: {@link #IN_CELL}, {@link #IN_EXTENSION}, or {@link #BY_REFERENCE}.) jcstress: InboxPublication.
 */
final class InboxCell {
    static final int BYTES = 128;
    static final int PAYLOAD_BYTES = 88;

    static final int IN_CELL = 0;
    static final int IN_EXTENSION = 1;
    static final int BY_REFERENCE = 2;

    static final int PAYLOAD = 40;
    private static final int SEQUENCE = 0;
    private static final int KIND = 8;
    private static final int CONTEXT = 12;
    private static final int SOURCE = 16;
    private static final int TAG = 20;
    private static final int SIGNATURE = 24;
    private static final int PLACE = 28;
    private static final int LENGTH = 32;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private InboxCell() {}

    static long sequenceAcquire(MemorySegment cells, long cell) {
        return (long) LONG.getAcquire(cells, cell + SEQUENCE);
    }

    static void sequenceRelease(MemorySegment cells, long cell, long sequence) {
        LONG.setRelease(cells, cell + SEQUENCE, sequence);
    }

    static void write(MemorySegment cells, long cell, Envelope e, int place) {
        cells.set(ValueLayout.JAVA_INT, cell + KIND, e.kind);
        cells.set(ValueLayout.JAVA_INT, cell + CONTEXT, e.contextId);
        cells.set(ValueLayout.JAVA_INT, cell + SOURCE, e.sourceRank);
        cells.set(ValueLayout.JAVA_INT, cell + TAG, e.tag);
        cells.set(ValueLayout.JAVA_INT, cell + SIGNATURE, e.signature);
        cells.set(ValueLayout.JAVA_INT, cell + PLACE, place);
        cells.set(ValueLayout.JAVA_LONG, cell + LENGTH, e.lengthBytes);
    }

    static void read(MemorySegment cells, long cell, Envelope e) {
        e.kind = (byte) cells.get(ValueLayout.JAVA_INT, cell + KIND);
        e.contextId = cells.get(ValueLayout.JAVA_INT, cell + CONTEXT);
        e.sourceRank = cells.get(ValueLayout.JAVA_INT, cell + SOURCE);
        e.tag = cells.get(ValueLayout.JAVA_INT, cell + TAG);
        e.signature = cells.get(ValueLayout.JAVA_INT, cell + SIGNATURE);
        e.lengthBytes = cells.get(ValueLayout.JAVA_LONG, cell + LENGTH);
    }

    static int place(MemorySegment cells, long cell) {
        return cells.get(ValueLayout.JAVA_INT, cell + PLACE);
    }
}
