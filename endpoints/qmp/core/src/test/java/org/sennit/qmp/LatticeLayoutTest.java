package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;

@Core
class LatticeLayoutTest {
    private static final int[] COUNTS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 18, 24, 30, 36, 48, 59, 61, 64, 96};

    @Property(tries = 300)
    void noOtherLayoutIsBetter(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 36) Integer> lattice,
            @ForAll("counts") int nodes) {
        int[] sites = lattice.stream().mapToInt(Integer::intValue).toArray();
        int[] best = bruteForce(sites, nodes, 0, new int[sites.length], null);
        assertArrayEquals(best, LatticeLayout.best(sites, nodes), () -> Arrays.toString(sites) + " on " + nodes);
    }

    @Property(tries = 300)
    void noOtherOrderIsBetter(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 24) Integer> lattice,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 4) Integer> extents) {
        int[] sites = lattice.stream().mapToInt(Integer::intValue).toArray();
        int[] machine = extents.stream().mapToInt(Integer::intValue).toArray();
        int nodes = Arrays.stream(machine).reduce(1, (a, b) -> a * b);
        int[] wanted = cutsOf(machine);
        int[] best = bruteForce(sites, nodes, 0, new int[sites.length], wanted);
        assertArrayEquals(best, LatticeLayout.bestOrder(sites, machine));
    }

    @Provide
    Arbitrary<Integer> counts() {
        return Arbitraries.of(Arrays.stream(COUNTS).boxed().toList());
    }

    @Test
    void theKnownLatticesCostWhatTheyMust() {
        assertEquals(3744, cost(new int[] {24, 24, 24, 32}, 128));
        assertArrayEquals(new int[] {4, 4, 2, 4}, sorted(new int[] {24, 24, 24, 32}, 128, new int[] {4, 4, 2, 4}));
        assertEquals(6144, cost(new int[] {16, 16, 16, 32}, 16));
        assertEquals(6336, cost(new int[] {24, 24, 24, 48}, 96));
        assertEquals(20480, cost(new int[] {32, 32, 32, 64}, 64));
        assertEquals(2592, cost(new int[] {12, 12, 12, 12}, 8));
        assertEquals(120, cost(new int[] {6, 6, 6, 6}, 36));
        assertEquals(1024, cost(new int[] {48, 8, 8, 8}, 8));
        assertEquals(128, cost(new int[] {64, 4, 4, 4}, 8));
        assertEquals(686, cost(new int[] {7, 7, 7, 14}, 7));
        assertNull(LatticeLayout.best(new int[] {8, 8, 8, 8}, 12));
        assertNull(LatticeLayout.best(new int[] {10, 10, 10, 10}, 6));
    }

    @Test
    void largePrimesAreFactorsLikeOthers() {
        assertArrayEquals(new int[] {1, 59}, LatticeLayout.best(new int[] {4, 118}, 59));
        assertArrayEquals(new int[] {61, 1, 59}, LatticeLayout.best(new int[] {61, 2, 59}, 61 * 59));
        assertNull(LatticeLayout.best(new int[] {60, 60}, 61));
    }

    @Test
    void ofEqualCostsTheOneWithFewestCutsAndWholeLowAxesIsTaken() {
        assertArrayEquals(new int[] {1, 1, 2}, LatticeLayout.best(new int[] {8, 8, 8}, 2));
        assertArrayEquals(new int[] {1, 1, 4}, LatticeLayout.best(new int[] {4, 4, 8}, 4));
    }

    /**
     * A number of nodes at which a search of all layouts takes long; the last number has more divisors than any smaller
     * one.
     */
    @Test
    void aMillionNodesAreLaidOutEvenly() {
        assertEven(new int[] {200, 200, 200, 1000}, 1_000_000);
        assertEven(new int[] {1024, 1024, 1024, 1024}, 1 << 20);
        assertEven(new int[] {720_720, 720_720, 720, 720}, 720_720);
    }

    private static void assertEven(int[] sites, int nodes) {
        int[] layout = LatticeLayout.best(sites, nodes);
        assertEquals(nodes, Arrays.stream(layout).reduce(1, (a, b) -> a * b));
        assertTrue(IntStream.range(0, sites.length).allMatch(axis -> sites[axis] % layout[axis] == 0));
    }

    private static int[] cutsOf(int[] extents) {
        return Arrays.stream(extents).filter(extent -> extent > 1).sorted().toArray();
    }

    private static int[] sorted(int[] sites, int nodes, int[] like) {
        int[] layout = LatticeLayout.best(sites, nodes);
        return Arrays.equals(
                        Arrays.stream(layout).sorted().toArray(),
                        Arrays.stream(like).sorted().toArray())
                ? like
                : layout;
    }

    private static long cost(int[] sites, int nodes) {
        return 2 * surface(sites, LatticeLayout.best(sites, nodes));
    }

    private static long surface(int[] sites, int[] layout) {
        long volume = 1;
        for (int axis = 0; axis < sites.length; axis++) {
            volume *= sites[axis] / layout[axis];
        }
        long surface = 0;
        for (int axis = 0; axis < sites.length; axis++) {
            surface += layout[axis] == 1 ? 0 : volume / (sites[axis] / layout[axis]);
        }
        return surface;
    }

    /** The best of all layouts, or of those with these cuts; null for none. */
    private static int[] bruteForce(int[] sites, int left, int axis, int[] current, int[] cuts) {
        if (axis == sites.length) {
            return left == 1 && (cuts == null || Arrays.equals(cuts, cutsOf(current))) ? current.clone() : null;
        }
        int[] best = null;
        for (int extent = 1; extent <= left; extent++) {
            if (left % extent == 0 && sites[axis] % extent == 0) {
                current[axis] = extent;
                int[] found = bruteForce(sites, left / extent, axis + 1, current, cuts);
                if (found != null && (best == null || isBetter(sites, found, best))) {
                    best = found;
                }
            }
        }
        return best;
    }

    /** Less surface, then fewer cuts, then cuts of higher axes, then smaller extents of lower axes. */
    private static boolean isBetter(int[] sites, int[] one, int[] other) {
        long surfaces = surface(sites, one) - surface(sites, other);
        int cuts = cutsOf(one).length - cutsOf(other).length;
        if (surfaces != 0 || cuts != 0) {
            return surfaces < 0 || surfaces == 0 && cuts < 0;
        }
        for (int axis = 0; axis < sites.length; axis++) {
            if (one[axis] > 1 != other[axis] > 1) {
                return one[axis] == 1;
            }
        }
        return Arrays.compare(one, other) < 0;
    }
}
