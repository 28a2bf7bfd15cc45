package org.sennit.internal.endpoints.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.SeededRandom;

/** Graphs that all know: lists of neighbors, and which slot meets which. */
class GraphTopologyTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @Test
    void theStandardsExampleHasItsNeighbors() {
        int[] index = {2, 3, 4, 6};
        int[] edges = {1, 3, 0, 3, 0, 2};
        GraphTopology graph = new GraphTopology(index, edges, 0);
        assertArrayEquals(new int[] {1, 3}, graph.neighbors(0));
        assertArrayEquals(new int[] {0}, graph.neighbors(1));
        assertArrayEquals(new int[] {3}, graph.neighbors(2));
        assertArrayEquals(new int[] {0, 2}, graph.neighbors(3));
        assertArrayEquals(index, graph.index());
        assertArrayEquals(edges, graph.edges());
        SennitException error = assertThrows(SennitException.class, () -> graph.neighbors(4));
        assertEquals(ErrorClass.RANK, error.errorClass());
    }

    @Test
    void slotsMeetInSymmetricGraphsWithSelfLoopsAndSeveralEdges() {
        for (int round = 0; round < 50; round++) {
            int nodes = 1 + random.nextInt(7);
            int[][] lists = new int[nodes][0];
            for (int edge = random.nextInt(3 * nodes); edge > 0; edge--) {
                int from = random.nextInt(nodes);
                int to = random.nextInt(nodes);
                insert(lists, from, to);
                if (from != to) {
                    insert(lists, to, from);
                }
            }
            Neighborhood[] near = new Neighborhood[nodes];
            Arrays.setAll(near, rank -> new GraphTopology(index(lists), edges(lists), rank).neighborhood());
            Neighborhoods.assertConsistent(near);
        }
    }

    private void insert(int[][] lists, int from, int to) {
        int at = random.nextInt(lists[from].length + 1);
        int[] longer = new int[lists[from].length + 1];
        System.arraycopy(lists[from], 0, longer, 0, at);
        longer[at] = to;
        System.arraycopy(lists[from], at, longer, at + 1, lists[from].length - at);
        lists[from] = longer;
    }

    private static int[] index(int[][] lists) {
        int[] index = Arrays.stream(lists).mapToInt(list -> list.length).toArray();
        Arrays.parallelPrefix(index, Integer::sum);
        return index;
    }

    private static int[] edges(int[][] lists) {
        return Arrays.stream(lists).flatMapToInt(Arrays::stream).toArray();
    }

    @Test
    void aGraphWithAnEdgeInOneDirectionHasNoNeighborhoodOnAnyMember() {
        for (int rank = 0; rank < 3; rank++) {
            assertNull(new GraphTopology(new int[] {1, 1, 1}, new int[] {1}, rank).neighborhood());
            // as many edges both ways in all, but not between the two
            assertNull(new GraphTopology(new int[] {1, 2, 3}, new int[] {1, 2, 0}, rank).neighborhood());
        }
    }
}
