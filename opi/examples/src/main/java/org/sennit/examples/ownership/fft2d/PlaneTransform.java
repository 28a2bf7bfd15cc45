package org.sennit.examples.ownership.fft2d;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.sennit.examples.ft.BatchTransform.BATCH;

import java.lang.foreign.MemorySegment;
import org.sennit.examples.ft.BatchTransform;

/**
 * The 2-D transform of a plane whose rows are shared out: transforms rows, turns the plane by an exchange of pieces,
 * transforms the rows that were columns. What it leaves is the transform, transposed; done twice, all lies as before.
 * Not scaled: forward and back multiplies by n x n.
 *
 * <p>Rows are packed into the pieces straight from the transform, sixteen at once. On the other side the pieces are
 * copied into the field first, or, fused, the second transform reads them where they lie.
 *
 * <p>Collective; one thread an endpoint.
 */
final class PlaneTransform {
    private final Shares shares;
    private final int own;
    private final PieceExchange exchange;
    private final boolean isFused;
    private final BatchTransform rows;
    private long communicationNs;

    PlaneTransform(Shares shares, int own, PieceExchange exchange, boolean isFused) {
        this.shares = shares;
        this.own = own;
        this.exchange = exchange;
        this.isFused = isFused;
        this.rows = new BatchTransform(shares.n());
    }

    /** Returns the time spent so far in exchanges, and in unpacking where that is a step of its own, in ns. */
    long communicationNs() {
        return communicationNs;
    }

    /** Transforms this endpoint's rows of the field together with all others, in place. Blocks. */
    void run(double[] field, boolean isInverse) {
        int re = isInverse ? shares.n() : 0; // the inverse is the transform with the parts exchanged
        int im = shares.n() - re;
        exchange.prepare();
        for (int row = 0; row < shares.count(own); row += BATCH) {
            int count = Math.min(BATCH, shares.count(own) - row);
            load(field, row, count, re, im);
            rows.run();
            pack(row, count);
        }
        long startNs = System.nanoTime();
        exchange.exchange();
        if (!isFused) {
            unpack(field);
            exchange.finish();
        }
        communicationNs += System.nanoTime() - startNs;
        for (int row = 0; row < shares.count(own); row += BATCH) {
            int count = Math.min(BATCH, shares.count(own) - row);
            if (isFused) {
                loadPieces(row, count);
            } else {
                load(field, row, count, 0, shares.n());
            }
            rows.run();
            store(field, row, count, re, im);
        }
        if (isFused) {
            exchange.finish();
        }
    }

    private void load(double[] field, int row, int count, int re, int im) {
        for (int b = 0; b < count; b++) {
            int at = (row + b) * shares.rowLength();
            spread(field, at + re, rows.re(), b);
            spread(field, at + im, rows.im(), b);
        }
    }

    private void spread(double[] field, int at, double[] batch, int b) {
        for (int i = 0; i < shares.n(); i++) {
            batch[i * BATCH + b] = field[at + i];
        }
    }

    private void store(double[] field, int row, int count, int re, int im) {
        for (int b = 0; b < count; b++) {
            int at = (row + b) * shares.rowLength();
            collect(rows.re(), b, field, at + re);
            collect(rows.im(), b, field, at + im);
        }
    }

    private void collect(double[] batch, int b, double[] field, int at) {
        for (int i = 0; i < shares.n(); i++) {
            field[at + i] = batch[i * BATCH + b];
        }
    }

    /** Packs a row. A column of a batch lies together in it, and in the piece. */
    private void pack(int row, int count) {
        int height = shares.count(own);
        for (int rank = 0; rank < shares.size(); rank++) {
            MemorySegment piece = exchange.outgoing(rank);
            int first = shares.first(rank);
            for (int column = 0; column < shares.count(rank); column++) {
                int from = (first + column) * BATCH;
                long to = 2L * column * height + row;
                copy(rows.re(), from, piece, to, count);
                copy(rows.im(), from, piece, to + height, count);
            }
        }
    }

    private static void copy(double[] batch, int from, MemorySegment piece, long to, int count) {
        for (int b = 0; b < count; b++) {
            piece.setAtIndex(JAVA_DOUBLE, to + b, batch[from + b]);
        }
    }

    private void unpack(double[] field) {
        for (int rank = 0; rank < shares.size(); rank++) {
            MemorySegment piece = exchange.incoming(rank);
            int width = shares.count(rank);
            for (int row = 0; row < shares.count(own); row++) {
                long from = 2L * row * width * Double.BYTES;
                int to = row * shares.rowLength() + shares.first(rank);
                MemorySegment.copy(piece, JAVA_DOUBLE, from, field, to, width);
                MemorySegment.copy(
                        piece, JAVA_DOUBLE, from + (long) width * Double.BYTES, field, to + shares.n(), width);
            }
        }
    }

    /** Loads the pieces once, into the cache of the transform: the step that fusion saves is {@link #unpack}. */
    private void loadPieces(int row, int count) {
        for (int rank = 0; rank < shares.size(); rank++) {
            MemorySegment piece = exchange.incoming(rank);
            int width = shares.count(rank);
            int to = shares.first(rank) * BATCH;
            for (int b = 0; b < count; b++) {
                long from = 2L * (row + b) * width;
                spread(piece, from, rows.re(), to + b, width);
                spread(piece, from + width, rows.im(), to + b, width);
            }
        }
    }

    private static void spread(MemorySegment piece, long from, double[] batch, int to, int width) {
        for (int i = 0; i < width; i++) {
            batch[to + i * BATCH] = piece.getAtIndex(JAVA_DOUBLE, from + i);
        }
    }
}
