package org.sennit.examples.cg;

/**
 * The rows of an endpoint: equal contiguous blocks in rank order, so that row r of the whole stands at place r of the
 * gathered vector, and only the last blocks may be short or empty.
 *
 * <p>Immutable; any thread. Surprise: with more endpoints than fit, the last ones have no row at all,
 * yet take part in every exchange.
 *
 * @param rows rows of the whole matrix
 * @param blockRows rows of a full block, which is what each endpoint contributes to a gather
 * @param first first row of this block
 * @param count rows in this block, from 0 to {@code blockRows}
 */
record RowBlock(int rows, int blockRows, int first, int count) {
    /** Selects the rows of one rank. */
    static RowBlock of(int rows, int rank, int size) {
        int blockRows = Math.ceilDiv(rows, size);
        int first = Math.min(rows, rank * blockRows);
        return new RowBlock(rows, blockRows, first, Math.min(blockRows, rows - first));
    }
}
