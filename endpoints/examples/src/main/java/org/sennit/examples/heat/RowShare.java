package org.sennit.examples.heat;

/**
 * The rows of the picture that a rank has: contiguous shares in rank order that differ by one row at most.
 *
 * <p>Immutable; any thread. Surprise: with more ranks than rows the last ranks have none, so a rank
 * has a neighbor only where that has rows.
 *
 * @param first first row of the share
 * @param count rows in the share, maybe 0
 */
record RowShare(int first, int count) {
    static RowShare of(int rows, int rank, int size) {
        int least = rows / size;
        int larger = rows % size; // this many of the first ranks have one row more
        int first = rank * least + Math.min(rank, larger);
        return new RowShare(first, least + (rank < larger ? 1 : 0));
    }

    int end() {
        return first + count;
    }
}
