package org.sennit.internal.endpoints.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Orders of members in grids and graphs: neighbors in one process, never worse than the order that was. */
@Deadline(seconds = 60)
class ReorderingTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    /** The directed neighbor pairs across processes, each once a direction. */
    private static long cut(Edges edges, int[] processOf, int[] memberOf) {
        int[] sorted = memberOf.clone();
        Arrays.sort(sorted);
        assertArrayEquals(IntStream.range(0, memberOf.length).toArray(), sorted, "each member has one place");
        return edges.cut(
                Arrays.stream(memberOf).map(member -> processOf[member]).toArray());
    }

    private static int[] identity(int length) {
        return IntStream.range(0, length).toArray();
    }

    private static int[] processes(int... sizes) {
        return IntStream.range(0, sizes.length)
                .flatMap(p -> IntStream.generate(() -> p).limit(sizes[p]))
                .toArray();
    }

    private static long gridCut(int[] processOf, int[] dims, boolean... periods) {
        return cut(Edges.ofGrid(dims, periods), processOf, Reordering.ofGrid(processOf, dims, periods));
    }

    @Test
    void fourProcessesOfFourTakeTheSquaresOfASquare() {
        assertEquals(2 * 8, gridCut(processes(4, 4, 4, 4), new int[] {4, 4}, false, false));
        assertEquals(2 * 16, gridCut(processes(4, 4, 4, 4), new int[] {4, 4}, true, true));
        int[] memberOf = Reordering.ofGrid(processes(4, 4, 4, 4), new int[] {4, 4}, new boolean[] {false, false});
        assertArrayEquals(new int[] {0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15}, memberOf);
    }

    @Test
    void membersThatAreSpreadInTurnsComeTogether() {
        int[] inTurns = IntStream.range(0, 16).map(rank -> rank % 4).toArray();
        assertEquals(2 * 8, gridCut(inTurns, new int[] {4, 4}, false, false));
    }

    @Test
    void aDimensionThatGoesRoundIsNotCutWhereAnotherNeedNotBe() {
        // rings of 4 in one process each, rather than squares whose borders are crossed on both sides
        assertEquals(2 * 8, gridCut(processes(8, 8), new int[] {4, 4}, true, true));
        assertEquals(2 * 4, gridCut(processes(8, 8), new int[] {4, 4}, true, false));
    }

    @Test
    void theOrderStaysWhereNoneIsBetter() {
        assertArrayEquals(
                identity(16), Reordering.ofGrid(processes(8, 8), new int[] {4, 4}, new boolean[] {false, false}));
        assertArrayEquals(identity(6), Reordering.ofGrid(processes(6), new int[] {2, 3}, new boolean[] {true, true}));
        assertArrayEquals(identity(1), Reordering.ofGrid(processes(1), new int[0], new boolean[0]));
        assertArrayEquals(identity(0), Reordering.ofGraph(new int[0], new Edges(new int[1], new int[0], null)));
    }

    /** All ways to give two processes half of a small grid each. */
    @Test
    void equalHalvesAreTheBestOfAll() {
        for (int[] dims : new int[][] {{2, 2}, {4, 2}, {2, 4}, {4, 3}, {2, 2, 3}, {12}}) {
            boolean[] periods = new boolean[dims.length];
            Edges edges = Edges.ofGrid(dims, periods);
            int places = edges.nodes();
            long best = Long.MAX_VALUE;
            for (int set = 0; set < 1 << places; set++) {
                if (Integer.bitCount(set) == places / 2) {
                    int half = set;
                    best = Math.min(
                            best,
                            edges.cut(IntStream.range(0, places)
                                    .map(place -> half >> place & 1)
                                    .toArray()));
                }
            }
            assertEquals(best, gridCut(processes(places / 2, places / 2), dims, periods), Arrays.toString(dims));
        }
    }

    @Test
    void isNeverWorseThanTheOrderThatWas() {
        int better = 0;
        for (int round = 0; round < 300; round++) {
            int[] dims = IntStream.generate(() -> 1 + random.nextInt(6))
                    .limit(1 + random.nextInt(3))
                    .toArray();
            boolean[] periods = new boolean[dims.length];
            for (int d = 0; d < dims.length; d++) {
                periods[d] = random.nextBoolean();
            }
            int places = (int) CartesianTopology.volume(dims);
            int[] processOf = drawnProcesses(places);
            Edges edges = Edges.ofGrid(dims, periods);
            int[] memberOf = Reordering.ofGrid(processOf, dims, periods);
            long was = cut(edges, processOf, identity(places));
            long is = cut(edges, processOf, memberOf);
            assertTrue(is <= was, () -> Arrays.toString(dims) + Arrays.toString(processOf));
            assertArrayEquals(memberOf, Reordering.ofGrid(processOf, dims, periods), "the same again");
            better += is < was ? 1 : 0;
        }
        assertTrue(better > 30, "better in " + better);
    }

    /** Numbers as a communicator gives them: in order of first appearance, none left out, of equal or other sizes. */
    private int[] drawnProcesses(int places) {
        int count = 1 + random.nextInt(Math.min(places, 5));
        int[] drawn = IntStream.range(0, places)
                .map(rank -> random.nextInt(3) == 0 ? random.nextInt(count) : rank * count / places)
                .toArray();
        int[] numbers = Arrays.stream(drawn).distinct().toArray();
        return Arrays.stream(drawn)
                .map(process -> IntStream.range(0, numbers.length)
                        .filter(i -> numbers[i] == process)
                        .findFirst()
                        .orElseThrow())
                .toArray();
    }

    @Test
    void unequalProcessesTakeNearlyBlocks() {
        assertEquals(2 * 9, gridCut(processes(3, 5, 4, 4), new int[] {4, 4}, false, false)); // rows: 17
        assertTrue(gridCut(processes(25, 25, 25, 24), new int[] {9, 11}, false, false) <= 2 * 22); // rows: 36
        assertEquals(2 * 201, gridCut(processes(2501, 2499, 2500, 2500), new int[] {100, 100}, false, false));
    }

    @Test
    void processesWhoseSizeHasNoBlockTakeNearlyBlocks() {
        // the only block of 9 that divides 4×9 is a row
        assertTrue(gridCut(processes(9, 9, 9, 9), new int[] {4, 9}, false, false) <= 2 * 15); // rows: 27
    }

    @Test
    void graphsInTwoPiecesAreNotCut() {
        // rings of 3 and 5, dealt out alternately
        int[] ring = {1, 2, 0, 4, 5, 6, 7, 3};
        Edges edges = new Edges(IntStream.rangeClosed(0, 8).toArray(), ring, null);
        int[] spread = {0, 1, 0, 1, 1, 0, 1, 1};
        assertEquals(0, cut(edges, spread, Reordering.ofGraph(spread, edges)));
    }

    @Test
    void heavyEdgesStayInside() {
        // a ring of 4, two by two: the light edges are cut, wherever they are
        int[] targets = {1, 2, 3, 0};
        int[] first = {0, 1, 2, 3, 4};
        int[] processOf = {0, 0, 1, 1};
        Edges heavyAcross = new Edges(first, targets, new int[] {1, 9, 1, 9});
        assertEquals(2, cut(heavyAcross, processOf, Reordering.ofGraph(processOf, heavyAcross)));
        Edges heavyInside = new Edges(first, targets, new int[] {9, 1, 9, 1});
        assertArrayEquals(identity(4), Reordering.ofGraph(processOf, heavyInside));
    }
}
