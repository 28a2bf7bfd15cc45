package org.sennit.examples.ft;

import static org.sennit.examples.ft.BatchTransform.BATCH;

/**
 * Transforms rows of the grid in place: along x, inside each row, or across a line of rows, for every x at once. Moves
 * a batch into the cache, transforms it and moves it back.
 *
 * <p>One thread. A row is as {@link Slabs} has it; its length is a multiple of the batch. Forward and inverse differ
 * in which half of a row is taken for the real part.
 */
final class RowTransform {
    private final int nx;
    private final BatchTransform alongX;

    RowTransform(int nx) {
        this.nx = nx;
        this.alongX = new BatchTransform(nx);
    }

    /**
     * Transforms each of some rows along x.
     *
     * @param data the array
     * @param rows where each row begins
     * @param isInverse whether back
     */
    void alongX(double[] data, int[] rows, boolean isInverse) {
        int reAt = isInverse ? nx : 0;
        for (int first = 0; first < rows.length; first += BATCH) {
            int count = Math.min(BATCH, rows.length - first);
            for (int b = 0; b < count; b++) {
                spread(data, rows[first + b] + reAt, alongX.re(), b);
                spread(data, rows[first + b] + nx - reAt, alongX.im(), b);
            }
            alongX.run();
            for (int b = 0; b < count; b++) {
                collect(alongX.re(), b, data, rows[first + b] + reAt);
                collect(alongX.im(), b, data, rows[first + b] + nx - reAt);
            }
        }
    }

    /**
     * Transforms the line that the rows make, at every x.
     *
     * @param data the array
     * @param rows where each row begins; as many as the transform is long
     * @param isInverse whether back
     */
    void acrossRows(double[] data, int[] rows, BatchTransform line, boolean isInverse) {
        int reAt = isInverse ? nx : 0;
        for (int x = 0; x < nx; x += BATCH) {
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(data, rows[i] + reAt + x, line.re(), i * BATCH, BATCH);
                System.arraycopy(data, rows[i] + nx - reAt + x, line.im(), i * BATCH, BATCH);
            }
            line.run();
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(line.re(), i * BATCH, data, rows[i] + reAt + x, BATCH);
                System.arraycopy(line.im(), i * BATCH, data, rows[i] + nx - reAt + x, BATCH);
            }
        }
    }

    private void spread(double[] from, int at, double[] batch, int b) {
        for (int i = 0; i < nx; i++) {
            batch[i * BATCH + b] = from[at + i];
        }
    }

    private void collect(double[] batch, int b, double[] to, int at) {
        for (int i = 0; i < nx; i++) {
            to[at + i] = batch[i * BATCH + b];
        }
    }
}
