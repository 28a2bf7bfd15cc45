package org.sennit.ownership.md;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.sennit.ownership.md.Atoms.POSITION;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The ghosts around a box, in six swaps: down and up in each dimension, the later dimensions with the ghosts of the earlier ones,
 * so that corners need no messages of their own. Who goes along is settled by {@link #choose}; {@link #update} brings positions
 * only, for as long as the choice holds.
 *
 * <p>Collective; one thread an endpoint. Source: S. Plimpton, Fast Parallel Algorithms for Short-Range Molecular Dynamics, 1995.
 */
final class Halo {
    private final Box box;
    private final double reach;
    private final Carrier carrier;
    private final Swap[] swaps = new Swap[2 * Box.DIMENSIONS];

    /** One of the six: who goes, and where those that come lie. */
    private static final class Swap {
        private final int dimension;
        private final boolean isUpward;
        private int[] atoms = new int[256];
        private int count;
        private int firstGhost;
        private int ghosts;

        Swap(int dimension, boolean isUpward) {
            this.dimension = dimension;
            this.isUpward = isUpward;
        }

        void add(int atom) {
            if (count == atoms.length) {
                atoms = Arrays.copyOf(atoms, 2 * count);
            }
            atoms[count++] = atom;
        }
    }

    Halo(Box box, double reach, Carrier carrier) {
        this.box = box;
        this.reach = reach;
        this.carrier = carrier;
        for (int i = 0; i < swaps.length; i++) {
            swaps[i] = new Swap(i / 2, i % 2 == 1);
        }
    }

    /** Chooses anew which atoms are ghosts of whom, and brings their positions. Blocks. */
    void choose(Atoms atoms) {
        atoms.dropGhosts();
        int candidates = 0;
        for (Swap swap : swaps) {
            // Both swaps of a dimension look at the same atoms: a ghost from below need not go up again.
            candidates = swap.isUpward ? candidates : atoms.all();
            chooseFrom(atoms.x(), candidates, swap);
            pack(atoms.x(), swap);
            MemorySegment came = swap(swap, -1);
            swap.ghosts = (int) (came.byteSize() / Double.BYTES / POSITION);
            swap.firstGhost = atoms.addGhosts(swap.ghosts);
            atoms.unpack(came, swap.firstGhost, swap.ghosts);
            carrier.finish();
        }
    }

    private void chooseFrom(double[] x, int candidates, Swap swap) {
        double low = box.low(swap.dimension) + reach;
        double high = box.high(swap.dimension) - reach;
        swap.count = 0;
        for (int atom = 0; atom < candidates; atom++) {
            double position = x[POSITION * atom + swap.dimension];
            if (swap.isUpward ? position >= high : position < low) {
                swap.add(atom);
            }
        }
    }

    /** Brings the positions of all ghosts. Blocks. */
    void update(Atoms atoms) {
        for (Swap swap : swaps) {
            pack(atoms.x(), swap);
            MemorySegment came = swap(swap, (long) swap.ghosts * POSITION * Double.BYTES);
            atoms.unpack(came, swap.firstGhost, swap.ghosts);
            carrier.finish();
        }
    }

    private void pack(double[] x, Swap swap) {
        MemorySegment room = carrier.room((long) swap.count * POSITION * Double.BYTES);
        double[] shift = new double[POSITION];
        shift[swap.dimension] = box.shift(swap.dimension, swap.isUpward);
        for (int i = 0; i < swap.count; i++) {
            int from = POSITION * swap.atoms[i];
            long to = (long) POSITION * i;
            room.setAtIndex(JAVA_DOUBLE, to, x[from] + shift[0]);
            room.setAtIndex(JAVA_DOUBLE, to + 1, x[from + 1] + shift[1]);
            room.setAtIndex(JAVA_DOUBLE, to + 2, x[from + 2] + shift[2]);
        }
    }

    private MemorySegment swap(Swap swap, long expectedBytes) {
        int to = box.neighbour(swap.dimension, swap.isUpward);
        int from = box.neighbour(swap.dimension, !swap.isUpward);
        return carrier.swap(to, from, expectedBytes);
    }
}
