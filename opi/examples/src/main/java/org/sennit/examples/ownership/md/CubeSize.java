package org.sennit.examples.ownership.md;

/** Sizes by a letter. Any thread. */
enum CubeSize {
    /** 2,048 atoms. */
    S(8),
    /** 16,384 atoms. */
    W(16),
    /** 131,072 atoms: MiniMD's default. */
    A(32);

    private final int cells;

    CubeSize(int cells) {
        this.cells = cells;
    }

    /** Cells of the lattice on a side. */
    int cells() {
        return cells;
    }
}
