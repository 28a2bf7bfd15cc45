package org.sennit.examples.ownership.md;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.sennit.examples.ownership.md.Atoms.POSITION;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The ghosts around a box, in six swaps: down and up in each dimension, the later dimensions with the ghosts of the
 * earlier ones, so that corners need no messages of their own. Which atoms go along is settled by {@link #choose};
 * {@link #update} brings positions only, for as long as the choice holds; fused, it leaves them in the pieces that have
 * come until {@link #finish}.
 *
 * <p>Collective; one thread an endpoint. Source: S. Plimpton, Fast Parallel Algorithms for Short-Range Molecular
 * Dynamics, 1995.
 */
final class Halo {
    private final Box box;
    private final double reach;
    private final Carrier carrier;
    private final Ghosts ghosts;
    private final GivingCarrier keeper; // null: what comes is unpacked behind the atoms
    private final Swap[] swaps = new Swap[Ghosts.SWAPS];

    /** One of the six, and the atoms that go. */
    private static final class Swap {
        private final int number;
        private final int dimension;
        private final boolean isUpward;
        private int[] atoms = new int[256];
        private int count;

        Swap(int number) {
            this.number = number;
            this.dimension = number / 2;
            this.isUpward = number % 2 == 1;
        }

        void add(int atom) {
            if (count == atoms.length) {
                atoms = Arrays.copyOf(atoms, 2 * count);
            }
            atoms[count++] = atom;
        }
    }

    /**
     * Makes an empty halo.
     *
     * @param box of the endpoint
     * @param reach how far from its border ghosts are wanted
     * @param ghosts filled by every call
     * @param carrier of the messages
     * @param keeper the same when pieces are to stay where they are; else null
     */
    Halo(Box box, double reach, Ghosts ghosts, Carrier carrier, GivingCarrier keeper) {
        this.box = box;
        this.reach = reach;
        this.ghosts = ghosts;
        this.carrier = carrier;
        this.keeper = keeper;
        for (int i = 0; i < swaps.length; i++) {
            swaps[i] = new Swap(i);
        }
    }

    /** Chooses anew which atoms are ghosts on which endpoints, and brings their positions. Blocks. */
    void choose(Atoms atoms) {
        atoms.dropGhosts();
        int candidates = 0;
        for (Swap swap : swaps) {
            // Both swaps of a dimension look at the same atoms: a ghost from below need not go up again.
            candidates = swap.isUpward ? candidates : atoms.all();
            chooseFrom(atoms.x(), candidates, swap);
            pack(atoms.x(), swap);
            MemorySegment came = swap(swap, -1);
            int count = (int) (came.byteSize() / Double.BYTES / POSITION);
            ghosts.came(swap.number, atoms.addGhosts(count), count);
            unpack(came, atoms, swap);
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

    private void unpack(MemorySegment came, Atoms atoms, Swap swap) {
        atoms.unpack(came, ghosts.first(swap.number), ghosts.count(swap.number));
        carrier.finish();
    }

    /** Brings the positions of all ghosts. Blocks. */
    void update(Atoms atoms) {
        for (Swap swap : swaps) {
            pack(atoms.x(), swap);
            MemorySegment came = swap(swap, (long) ghosts.count(swap.number) * POSITION * Double.BYTES);
            if (keeper == null) {
                unpack(came, atoms, swap);
            } else {
                ghosts.lie(swap.number, came);
                keeper.keep();
            }
        }
    }

    /** Called when the positions of ghosts have been used. */
    void finish() {
        if (keeper != null) {
            for (Swap swap : swaps) {
                ghosts.lie(swap.number, null);
            }
            keeper.finishKept();
        }
    }

    /** Packs the atoms that go, in order, so that own atoms are first, and ghosts stand by swaps. */
    private void pack(double[] x, Swap swap) {
        MemorySegment room = carrier.room((long) swap.count * POSITION * Double.BYTES);
        double[] shift = new double[POSITION];
        shift[swap.dimension] = box.shift(swap.dimension, swap.isUpward);
        int firstInPieces = ghosts.piece(0) == null ? Integer.MAX_VALUE : ghosts.first(0);
        int i = 0;
        for (; i < swap.count && swap.atoms[i] < firstInPieces; i++) {
            int from = POSITION * swap.atoms[i];
            long to = (long) POSITION * i;
            room.setAtIndex(JAVA_DOUBLE, to, x[from] + shift[0]);
            room.setAtIndex(JAVA_DOUBLE, to + 1, x[from + 1] + shift[1]);
            room.setAtIndex(JAVA_DOUBLE, to + 2, x[from + 2] + shift[2]);
        }
        for (int earlier = 0; i < swap.count; i++) {
            while (swap.atoms[i] >= ghosts.first(earlier + 1)) {
                earlier++;
            }
            MemorySegment piece = ghosts.piece(earlier);
            long from = (long) POSITION * (swap.atoms[i] - ghosts.first(earlier));
            long to = (long) POSITION * i;
            room.setAtIndex(JAVA_DOUBLE, to, piece.getAtIndex(JAVA_DOUBLE, from) + shift[0]);
            room.setAtIndex(JAVA_DOUBLE, to + 1, piece.getAtIndex(JAVA_DOUBLE, from + 1) + shift[1]);
            room.setAtIndex(JAVA_DOUBLE, to + 2, piece.getAtIndex(JAVA_DOUBLE, from + 2) + shift[2]);
        }
    }

    private MemorySegment swap(Swap swap, long expectedBytes) {
        int to = box.neighbor(swap.dimension, swap.isUpward);
        int from = box.neighbor(swap.dimension, !swap.isUpward);
        return carrier.swap(to, from, expectedBytes);
    }
}
