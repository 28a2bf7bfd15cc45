package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.sennit.internal.runtime.layout.LayoutShape;
import org.sennit.internal.runtime.layout.LayoutShape.Absolute;
import org.sennit.internal.runtime.layout.LayoutShape.Loop;
import org.sennit.internal.runtime.layout.LayoutShape.Pieces;
import org.sennit.internal.runtime.layout.LayoutShape.Run;

/**
 * A range of a layout's packed data as runs of bytes, in the format of a packet. Runs of one length at one distance are
 * one record. Used by one thread at a time.
 *
 * <pre>
 *   0           8           16          24          32
 *   +-----------+-----------+-----------+-----------+
 *   | first run | length    | distance  | runs      |   little endian, bytes
 *   +-----------+-----------+-----------+-----------+
 * </pre>
 */
public final class TargetRuns {
    /** The size of a record. */
    static final int RECORD_BYTES = 32;

    private static final int RECORD = 4;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Called for each run. */
    interface Visitor {
        /**
         * Visits a run.
         *
         * @param at where it lies, in bytes
         * @param bytes its length
         * @param packedAt where it begins in packed order
         */
        void run(long at, long bytes, long packedAt);
    }

    /** Longer lists are left to the collector. */
    private static final int MOST_KEPT = 1 << 10;

    private long[] values = new long[RECORD];
    private int size; // of values

    /** Forgets all runs. */
    public void clear() {
        size = 0;
        if (values.length > MOST_KEPT * RECORD) {
            values = new long[RECORD];
        }
    }

    /** Adds the bytes of a shape from a packed position on. */
    public void add(LayoutShape shape, long at, long from, long length) {
        switch (shape) {
            case Run _ -> add(at + from, length);
            case Loop loop -> addLoop(loop, at, from, length);
            case Absolute _ -> throw new AssertionError("no layout of a window");
            case Pieces pieces -> {
                long position = from;
                long end = from + length;
                for (int i = pieces.indexOf(from); position < end; i++) {
                    LayoutShape piece = pieces.shape(i);
                    long inPiece = position - pieces.start(i);
                    long step = Math.min(end - position, piece.sizeBytes - inPiece);
                    add(piece, at + pieces.displacement(i), inPiece, step);
                    position += step;
                }
            }
        }
    }

    private void addLoop(Loop loop, long at, long from, long length) {
        long bodyBytes = loop.body.sizeBytes;
        long position = from;
        long end = from + length;
        while (position < end) {
            long i = position / bodyBytes;
            long inBody = position - i * bodyBytes;
            long step = Math.min(end - position, bodyBytes - inBody);
            add(loop.body, at + i * loop.strideBytes, inBody, step);
            position += step;
        }
    }

    private void add(long at, long bytes) {
        if (bytes == 0) {
            return;
        }
        if (size > 0 && values[size - 3] == bytes) {
            long last = values[size - 4];
            long runs = values[size - 1];
            if (runs == 1 || at == last + values[size - 2] * runs) {
                values[size - 2] = runs == 1 ? at - last : values[size - 2];
                values[size - 1]++;
                return;
            }
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = at;
        values[size++] = bytes;
        values[size++] = 0;
        values[size++] = 1;
    }

    /** Returns how many records there are. */
    public int records() {
        return size / RECORD;
    }

    /** Returns the size of all records. */
    public long bytes() {
        return (long) size * Long.BYTES;
    }

    /** Writes the records. */
    public void write(MemorySegment to) {
        for (int i = 0; i < size; i++) {
            to.set(LONG, (long) i * Long.BYTES, values[i]);
        }
    }

    /** Calls a visitor for each run of the records at the beginning of a packet's data. */
    static void visit(MemorySegment records, int count, Visitor visitor) {
        long packedAt = 0;
        for (int i = 0; i < count; i++) {
            long record = (long) i * RECORD_BYTES;
            long at = records.get(LONG, record);
            long bytes = records.get(LONG, record + 8);
            long distance = records.get(LONG, record + 16);
            long runs = records.get(LONG, record + 24);
            for (long run = 0; run < runs; run++) {
                visitor.run(at + run * distance, bytes, packedAt);
                packedAt += bytes;
            }
        }
    }
}
