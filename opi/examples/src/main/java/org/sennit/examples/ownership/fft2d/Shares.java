package org.sennit.examples.ownership.fft2d;

/**
 * The rows of an n x n plane that each endpoint has; as the plane is square, also its columns of the transposed one.
 * Shares follow each other in order of ranks and differ by one row at most.
 *
 * <pre>{@code
 *  piece from a to b: the rows of a at the columns of b, transposed
 *  [ column 0 of b: real parts of all rows of a | their imaginary parts ][ column 1 of b: ... ]
 * }</pre>
 *
 * <p>Immutable; any thread. Surprise: with more endpoints than rows some have none, and their pieces are empty.
 *
 * @param n rows and columns of the plane
 * @param size endpoints
 */
record Shares(int n, int size) {
    /** Returns the first row of a rank. */
    int first(int rank) {
        return (int) ((long) n * rank / size);
    }

    /** Rows of a rank. */
    int count(int rank) {
        return first(rank + 1) - first(rank);
    }

    /** Doubles of a row: all real parts, then all imaginary ones. */
    int rowLength() {
        return 2 * n;
    }

    /** Doubles of all rows of a rank; throws where no array is as long. */
    int fieldLength(int rank) {
        return Math.multiplyExact(count(rank), rowLength());
    }

    /** Returns the bytes of the piece that one rank has for another. */
    long pieceBytes(int from, int to) {
        return 2L * Double.BYTES * count(from) * count(to);
    }
}
