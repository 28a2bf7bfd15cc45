package org.sennit.internal.endpoints.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Coordinates, shifts, sub-grids and neighbors, over all grids of a few shapes with all sets of periods. */
@Deadline(seconds = 30)
class CartesianTopologyTest {
    private static final List<int[]> SHAPES = List.of(
            new int[] {},
            new int[] {1},
            new int[] {2},
            new int[] {5},
            new int[] {1, 1},
            new int[] {1, 2},
            new int[] {2, 2},
            new int[] {3, 4},
            new int[] {4, 1, 2},
            new int[] {2, 3, 1, 3});

    private interface Check {
        void on(int[] dims, boolean[] periods, CartesianTopology[] grids);
    }

    /** Every shape with every set of periods, as each of its ranks has it. */
    private static void forAll(Check check) {
        for (int[] dims : SHAPES) {
            for (int set = 0; set < 1 << dims.length; set++) {
                boolean[] periods = bits(set, dims.length);
                CartesianTopology[] grids = new CartesianTopology[(int) CartesianTopology.volume(dims)];
                Arrays.setAll(grids, rank -> new CartesianTopology(dims, periods, rank));
                check.on(dims, periods, grids);
            }
        }
    }

    private static boolean[] bits(int set, int length) {
        boolean[] bits = new boolean[length];
        for (int d = 0; d < length; d++) {
            bits[d] = (set & 1 << d) != 0;
        }
        return bits;
    }

    @Test
    void coordinatesAndRanksAreEachOthersInverse() {
        forAll((dims, _, grids) -> {
            int[] before = null;
            for (int rank = 0; rank < grids.length; rank++) {
                int[] place = grids[0].coordinates(rank);
                assertArrayEquals(place, grids[rank].coordinates());
                assertEquals(rank, grids[0].rankOf(place));
                assertEquals(true, before == null || Arrays.compare(before, place) < 0); // the last runs fastest
                before = place;
            }
            assertEquals(dims.length, grids[0].coordinates().length);
        });
    }

    @Test
    void coordinatesGoRoundWhereTheDimensionDoes() {
        CartesianTopology grid = new CartesianTopology(new int[] {3, 4}, new boolean[] {true, false}, 0);
        assertEquals(grid.rankOf(2, 1), grid.rankOf(-1, 1));
        assertEquals(grid.rankOf(0, 3), grid.rankOf(3_000_000, 3));
        assertFails(ErrorClass.ARG, () -> grid.rankOf(0, 4));
        assertFails(ErrorClass.ARG, () -> grid.rankOf(0, -1));
        assertFails(ErrorClass.DIMS, () -> grid.rankOf(1));
        assertFails(ErrorClass.RANK, () -> grid.coordinates(12));
        assertFails(ErrorClass.RANK, () -> grid.coordinates(-1));
    }

    @Test
    void shiftsComeFromWhereTheirInverseGoes() {
        forAll((dims, periods, grids) -> {
            for (CartesianTopology grid : grids) {
                for (int d = 0; d < dims.length; d++) {
                    for (int distance = -5; distance <= 5; distance++) {
                        int[] there = grid.coordinates();
                        there[d] += distance;
                        boolean isOutside = !periods[d] && (there[d] < 0 || there[d] >= dims[d]);
                        int destination = grid.rankAt(d, distance);
                        assertEquals(isOutside ? PointToPoint.NULL_PROCESS : grid.rankOf(there), destination);
                        if (!isOutside) {
                            assertEquals(grid.rankOf(grid.coordinates()), grids[destination].rankAt(d, -distance));
                        }
                    }
                }
            }
        });
    }

    @Test
    void shiftsByTheLargestDistanceDoNotOverflow() {
        CartesianTopology ring = new CartesianTopology(new int[] {7}, new boolean[] {true}, 6);
        assertEquals((int) ((6L + Integer.MAX_VALUE) % 7), ring.rankAt(0, Integer.MAX_VALUE));
        assertEquals((int) ((6L - Integer.MIN_VALUE) % 7), ring.rankAt(0, -(long) Integer.MIN_VALUE));
        assertFails(ErrorClass.DIMS, () -> ring.rankAt(1, 1));
        assertFails(ErrorClass.DIMS, () -> ring.rankAt(-1, 1));
        CartesianTopology point = new CartesianTopology(new int[0], new boolean[0], 0);
        assertFails(ErrorClass.DIMS, () -> point.rankAt(0, 1));
    }

    @Test
    void subgridsKeepExtentsPeriodsAndPlaces() {
        forAll((dims, periods, grids) -> {
            for (int set = 0; set < 1 << dims.length; set++) {
                boolean[] remains = bits(set, dims.length);
                for (int rank = 0; rank < grids.length; rank++) {
                    CartesianTopology grid = grids[rank];
                    CartesianTopology sub = grid.sub(remains);
                    int kept = 0;
                    for (int d = 0; d < dims.length; d++) {
                        if (remains[d]) {
                            assertEquals(dims[d], sub.dims()[kept]);
                            assertEquals(periods[d], sub.periods()[kept]);
                            assertEquals(grid.coordinates()[d], sub.coordinates()[kept++]);
                        }
                    }
                    assertEquals(kept, sub.dims().length);
                    int[] ranks = grid.ranksOfSub(remains);
                    assertEquals(CartesianTopology.volume(sub.dims()), ranks.length);
                    assertEquals(rank, ranks[sub.rankOf(sub.coordinates())]);
                    for (int member : ranks) {
                        assertArrayEquals(ranks, grids[member].ranksOfSub(remains));
                    }
                }
            }
        });
    }

    @Test
    void neighborsAreThoseOfAShiftByOneDownAndUp() {
        forAll((dims, _, grids) -> {
            for (CartesianTopology grid : grids) {
                Neighborhood near = grid.neighborhood();
                assertEquals(2 * dims.length, near.sources().length);
                for (int d = 0; d < dims.length; d++) {
                    assertEquals(grid.rankAt(d, -1), near.sources()[2 * d]);
                    assertEquals(grid.rankAt(d, 1), near.sources()[2 * d + 1]);
                }
                assertArrayEquals(near.sources(), near.destinations());
            }
        });
    }

    @Test
    void whatIsSentUpArrivesFromBelow() {
        forAll((_, _, grids) -> {
            Neighborhood[] near = new Neighborhood[grids.length];
            Arrays.setAll(near, rank -> grids[rank].neighborhood());
            Neighborhoods.assertConsistent(near);
            for (Neighborhood own : near) {
                for (int slot = 0; slot < own.sources().length; slot++) {
                    assertEquals(own.sources()[slot] < 0 ? -1 : slot ^ 1, own.sourceSlots()[slot]);
                }
            }
        });
    }

    private static void assertFails(ErrorClass errorClass, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass(), error.getMessage());
    }
}
