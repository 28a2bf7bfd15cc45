package org.sennit.examples.ownership.md;

import java.util.Arrays;

/**
 * For each atom the atoms and ghosts within reach, each pair of own atoms once; ghosts in order, so that those of a
 * swap stand together. Found by sorting all into cells as wide as the reach: a near atom is in the same cell or in one
 * of the 26 around it. One thread.
 */
final class NeighborList {
    private final Box box;
    private final double reach;
    private final int[] cells = new int[Box.DIMENSIONS];
    private final double[] width = new double[Box.DIMENSIONS];

    // Atoms sorted by cells: those of cell c are order[cellStart[c]] to order[cellStart[c + 1] - 1].
    private final int[] cellStart;
    private int[] cellOf = {};
    private int[] order = {};

    private int[] start = {0};
    private int[] ghostStart = {};
    private int[] neighbors = new int[1 << 14];
    private int[] ghosts = new int[1 << 8];
    private int ghostCount;

    /**
     * Makes an empty list.
     *
     * @param box what the endpoint has; ghosts lie around it up to the reach
     * @param reach of the force and the skin
     */
    NeighborList(Box box, double reach) {
        this.box = box;
        this.reach = reach;
        int all = 1;
        for (int d = 0; d < Box.DIMENSIONS; d++) {
            double extent = box.high(d) - box.low(d) + 2 * reach;
            cells[d] = Math.max(1, (int) (extent / reach));
            width[d] = extent / cells[d];
            all *= cells[d];
        }
        this.cellStart = new int[all + 1];
    }

    /**
     * Returns where the neighbors of an atom begin in {@link #neighbors}; those of the last one end at {@code
     * start()[count]}.
     */
    int[] start() {
        return start;
    }

    /**
     * Returns where the ghosts of each swap begin among the neighbors of an atom, {@link Ghosts#SWAPS} places for each
     * atom; own atoms stand before them.
     */
    int[] ghostStart() {
        return ghostStart;
    }

    int[] neighbors() {
        return neighbors;
    }

    /** Finds all pairs anew. */
    void build(Atoms atoms, Ghosts ghostsOfSwaps) {
        sort(atoms);
        if (start.length <= atoms.count()) {
            start = new int[atoms.count() + atoms.count() / 4 + 1];
            ghostStart = new int[Ghosts.SWAPS * start.length];
        }
        int used = 0;
        for (int atom = 0; atom < atoms.count(); atom++) {
            start[atom] = used;
            ghostCount = 0;
            used = addNeighbors(atoms, atom, used);
            used = addGhosts(ghostsOfSwaps, atom, used);
        }
        start[atoms.count()] = used;
    }

    private int addGhosts(Ghosts ghostsOfSwaps, int atom, int used) {
        Arrays.sort(ghosts, 0, ghostCount);
        reserve(used + ghostCount);
        System.arraycopy(ghosts, 0, neighbors, used, ghostCount);
        int ghost = 0;
        for (int swap = 0; swap < Ghosts.SWAPS; swap++) {
            while (ghost < ghostCount && ghosts[ghost] < ghostsOfSwaps.first(swap)) {
                ghost++;
            }
            ghostStart[Ghosts.SWAPS * atom + swap] = used + ghost;
        }
        return used + ghostCount;
    }

    private void sort(Atoms atoms) {
        int all = atoms.all();
        if (order.length < all) {
            order = new int[all + all / 4];
            cellOf = new int[all + all / 4];
        }
        Arrays.fill(cellStart, 0);
        for (int atom = 0; atom < all; atom++) {
            cellOf[atom] = cell(atoms.x(), Atoms.POSITION * atom);
            cellStart[cellOf[atom] + 1]++;
        }
        for (int c = 1; c < cellStart.length; c++) {
            cellStart[c] += cellStart[c - 1];
        }
        for (int atom = all - 1; atom >= 0; atom--) { // from behind: afterwards each start is one too far
            order[--cellStart[cellOf[atom] + 1]] = atom;
        }
        System.arraycopy(cellStart, 1, cellStart, 0, cellStart.length - 1);
        cellStart[cellStart.length - 1] = all;
    }

    private int cell(double[] x, int at) {
        int cell = 0;
        for (int d = 0; d < Box.DIMENSIONS; d++) {
            cell = cell * cells[d] + place(x[at + d], d);
        }
        return cell;
    }

    private int place(double position, int d) {
        return Math.clamp((int) Math.floor((position - box.low(d) + reach) / width[d]), 0, cells[d] - 1);
    }

    private int addNeighbors(Atoms atoms, int atom, int used) {
        double[] x = atoms.x();
        int at = Atoms.POSITION * atom;
        int px = place(x[at], 0);
        int py = place(x[at + 1], 1);
        int pz = place(x[at + 2], 2);
        int end = used;
        for (int cx = Math.max(0, px - 1); cx <= Math.min(cells[0] - 1, px + 1); cx++) {
            for (int cy = Math.max(0, py - 1); cy <= Math.min(cells[1] - 1, py + 1); cy++) {
                int row = (cx * cells[1] + cy) * cells[2];
                int first = cellStart[row + Math.max(0, pz - 1)];
                int last = cellStart[row + Math.min(cells[2] - 1, pz + 1) + 1];
                end = addNear(atoms, atom, first, last, end);
            }
        }
        return end;
    }

    /**
     * Adds the neighbors of an atom. Of a pair of own atoms the first has the second; ghosts have higher numbers than
     * all own atoms.
     */
    private int addNear(Atoms atoms, int atom, int first, int last, int used) {
        reserve(used + last - first);
        if (ghosts.length < ghostCount + last - first) {
            ghosts = Arrays.copyOf(ghosts, 2 * (ghostCount + last - first));
        }
        double[] x = atoms.x();
        int at = Atoms.POSITION * atom;
        int end = used;
        for (int i = first; i < last; i++) {
            int other = order[i];
            int from = Atoms.POSITION * other;
            double dx = x[at] - x[from];
            double dy = x[at + 1] - x[from + 1];
            double dz = x[at + 2] - x[from + 2];
            if (other > atom && dx * dx + dy * dy + dz * dz < reach * reach) {
                if (other < atoms.count()) {
                    neighbors[end++] = other;
                } else {
                    ghosts[ghostCount++] = other;
                }
            }
        }
        return end;
    }

    private void reserve(int length) {
        if (neighbors.length < length) {
            neighbors = Arrays.copyOf(neighbors, length + length / 2);
        }
    }
}
