package org.sennit.examples.ownership.md;

import java.lang.foreign.MemorySegment;

/**
 * The ghosts of each of the six swaps, and the place of their positions: behind the atoms, or, fused, in the piece that
 * has come. Ghosts are numbered behind the atoms either way, those of a later swap behind those of the earlier. One
 * thread.
 */
final class Ghosts {
    /** Down and up in each dimension. */
    static final int SWAPS = 2 * Box.DIMENSIONS;

    private final int[] first = new int[SWAPS + 1];
    private final MemorySegment[] pieces = new MemorySegment[SWAPS]; // null: behind the atoms

    /** Notes the number of atoms that have arrived. */
    void came(int swap, int firstGhost, int count) {
        first[swap] = firstGhost;
        first[swap + 1] = firstGhost + count;
    }

    /** Returns the first ghost of a swap; that of the swap behind the last is the end. */
    int first(int swap) {
        return first[swap];
    }

    /** Returns how many came with a swap. */
    int count(int swap) {
        return first[swap + 1] - first[swap];
    }

    /** Notes that the positions of a swap's ghosts lie in a piece from now on. */
    void lie(int swap, MemorySegment piece) {
        pieces[swap] = piece;
    }

    /** Returns the piece in which the positions of a swap's ghosts lie; null when they lie behind the atoms. */
    MemorySegment piece(int swap) {
        return pieces[swap];
    }
}
