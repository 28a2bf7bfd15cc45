package org.sennit.qmp;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Divides a lattice among nodes so that the surface which a node communicates is least. An axis that is cut costs the
 * two faces across it; the costs of axes add up, so the best way to give a number of nodes to the axes from one on
 * needs to be found once for each divisor of that number: dynamic programming over axes and divisors, exact, with
 * work that grows with the axes and the square of the number of divisors, which is 240 at most below a million nodes.
 */
final class LatticeLayout {
    private LatticeLayout() {}

    /**
     * Returns the cost of a choice: the surface first, then the number of cuts, then cuts of lower axes.
     *
     * @param surface sites of one face of each cut axis, in all
     * @param cuts the number of axes that are cut
     * @param cutAxes a bit for each cut axis; axis 0 has the highest
     */
    private record Cost(long surface, int cuts, long cutAxes) implements Comparable<Cost> {
        static final Cost NOTHING = new Cost(0, 0, 0);

        Cost plus(long face, int axis) {
            return new Cost(surface + face, cuts + 1, cutAxes | 1L << (Long.SIZE - 2 - axis));
        }

        @Override
        public int compareTo(Cost other) {
            int bySurface = Long.compare(surface, other.surface);
            int byCuts = Integer.compare(cuts, other.cuts);
            return bySurface != 0 ? bySurface : byCuts != 0 ? byCuts : Long.compare(cutAxes, other.cutAxes);
        }
    }

    /**
     * Finds the best layout.
     *
     * @param lattice sites along each axis, 1 and up, whose product a long holds
     * @param nodes their number, 1 and up
     * @return nodes along each axis; null where the lattice cannot be divided evenly
     */
    static int[] best(int[] lattice, int nodes) {
        int[] divisors = divisorsOf(nodes);
        long part = volume(lattice) / nodes;
        Cost[] least = new Cost[divisors.length]; // by the index of the number of nodes that the axes seen so far get
        least[0] = Cost.NOTHING;
        int[][] chosen = new int[lattice.length][divisors.length];
        for (int axis = lattice.length - 1; axis >= 0; axis--) {
            least = withAxis(axis, lattice[axis], part, divisors, least, chosen[axis]);
        }
        if (least[divisors.length - 1] == null) {
            return null;
        }
        int[] dimensions = new int[lattice.length];
        int left = nodes;
        for (int axis = 0; axis < lattice.length; axis++) {
            dimensions[axis] = chosen[axis][Arrays.binarySearch(divisors, left)];
            left /= dimensions[axis];
        }
        return dimensions;
    }

    private static Cost[] withAxis(int axis, int sites, long part, int[] divisors, Cost[] without, int[] chosen) {
        Cost[] with = new Cost[divisors.length];
        for (int extent : divisors) {
            if (sites % extent != 0) {
                continue;
            }
            long face = part / (sites / extent);
            for (int i = 0; i < divisors.length; i++) {
                if (without[i] == null) {
                    continue;
                }
                long product = (long) divisors[i] * extent;
                int k = product > divisors[divisors.length - 1] ? -1 : Arrays.binarySearch(divisors, (int) product);
                if (k < 0) {
                    continue;
                }
                Cost cost = extent == 1 ? without[i] : without[i].plus(face, axis);
                if (with[k] == null
                        || cost.compareTo(with[k]) < 0) { // of equal ones the smallest extent of the lowest axis
                    with[k] = cost;
                    chosen[k] = extent;
                }
            }
        }
        return with;
    }

    /**
     * Finds the best order of given extents.
     *
     * @param lattice sites along each axis
     * @param extents nodes along each axis of the machine
     * @return the extents, and 1 for axes that are not cut, in the best order; null where none divides the lattice
     *     evenly
     */
    static int[] bestOrder(int[] lattice, int[] extents) {
        int[] cut = Arrays.stream(extents).filter(extent -> extent > 1).sorted().toArray();
        if (cut.length > lattice.length) {
            return null;
        }
        int[] padded = new int[lattice.length];
        Arrays.fill(padded, 1);
        System.arraycopy(cut, 0, padded, lattice.length - cut.length, cut.length);
        Search search = new Search(lattice, padded, volume(lattice) / Grid.volume(padded));
        search.place(0, Cost.NOTHING);
        return search.best;
    }

    /** The search of all orders of extents, each once, without those that cost too much already. */
    private static final class Search {
        private final int[] lattice;
        private final int[] sorted;
        private final long part;
        private final boolean[] isUsed;
        private final int[] current;

        private int[] best; // null: none yet
        private Cost least;

        Search(int[] lattice, int[] sorted, long part) {
            this.lattice = lattice;
            this.sorted = sorted;
            this.part = part;
            this.isUsed = new boolean[sorted.length];
            this.current = new int[sorted.length];
        }

        void place(int axis, Cost cost) {
            if (best != null && cost.compareTo(least) >= 0) {
                return;
            }
            if (axis == lattice.length) {
                best = current.clone();
                least = cost;
                return;
            }
            for (int i = 0; i < sorted.length; i++) {
                boolean isRepeated = i > 0 && sorted[i] == sorted[i - 1] && !isUsed[i - 1];
                if (!isUsed[i] && !isRepeated && lattice[axis] % sorted[i] == 0) {
                    isUsed[i] = true;
                    current[axis] = sorted[i];
                    place(axis + 1, sorted[i] == 1 ? cost : cost.plus(part / (lattice[axis] / sorted[i]), axis));
                    isUsed[i] = false;
                }
            }
        }
    }

    /** @throws ArithmeticException when a long does not hold it */
    static long volume(int[] lattice) {
        return Arrays.stream(lattice).asLongStream().reduce(1, Math::multiplyExact);
    }

    /** Returns the divisors in ascending order. */
    private static int[] divisorsOf(int number) {
        return IntStream.rangeClosed(1, (int) Math.sqrt(number))
                .filter(divisor -> number % divisor == 0)
                .flatMap(divisor -> IntStream.of(divisor, number / divisor))
                .distinct()
                .sorted()
                .toArray();
    }
}
