package org.sennit.internal.endpoints.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * Assigns the members to the places of a topology, so that neighbors live in one process: the places are cut into as
 * many parts as there are processes, each as large as its process, and the members of a process take its part in their
 * order. Of several ways to cut the one counts that parts the fewest neighbors, and nothing changes where none is
 * better than the order that was. The same in every run. Pure.
 */
final class Reordering {
    private Reordering() {}

    /**
     * Returns the best order for a grid.
     *
     * @param processOf the process of each member, 0 and up; as many members as the grid has places
     * @param dims the extents of the grid
     * @param periods which of them go round
     * @return for each place the member that takes it
     */
    static int[] ofGrid(int[] processOf, int[] dims, boolean[] periods) {
        int[] sizes = sizes(processOf);
        Edges edges = Edges.ofGrid(dims, periods);
        List<int[]> partitions = new ArrayList<>();
        if (Arrays.stream(sizes).distinct().count() == 1) {
            partitions.add(TilePartition.partOf(dims, periods, sizes[0]));
        }
        partitions.add(SwapRefinement.refine(edges, BisectedPartition.partOf(dims, sizes, edges)));
        partitions.add(SwapRefinement.refine(edges, GrownPartition.partOf(edges, sizes)));
        return best(edges, processOf, partitions);
    }

    /**
     * Returns the best order for a graph.
     *
     * @param processOf the process of each member, 0 and up; as many members as the graph has nodes
     * @return for each node the member that takes it
     */
    static int[] ofGraph(int[] processOf, Edges edges) {
        Edges both = edges.inBothDirections();
        int[] grown = SwapRefinement.refine(both, GrownPartition.partOf(both, sizes(processOf)));
        int[] refined = SwapRefinement.refine(both, processOf.clone());
        return best(edges, processOf, List.of(grown, refined));
    }

    /** Returns the first of those that part least, or the order that was. */
    private static int[] best(Edges edges, int[] processOf, List<int[]> partitions) {
        int[] best = processOf;
        for (int[] partOf : partitions) {
            best = edges.cut(partOf) < edges.cut(best) ? partOf : best;
        }
        return memberOf(best, processOf);
    }

    /** Gives the places of each part to the members of the process of that number, both in ascending order. */
    private static int[] memberOf(int[] partOf, int[] processOf) {
        int[] sizes = sizes(processOf);
        int[][] members = new int[sizes.length][];
        int[] next = new int[sizes.length];
        for (int member = 0; member < processOf.length; member++) {
            int process = processOf[member];
            if (members[process] == null) {
                members[process] = new int[sizes[process]];
            }
            members[process][next[process]++] = member;
        }
        Arrays.fill(next, 0);
        int[] memberOf = new int[partOf.length];
        for (int place = 0; place < partOf.length; place++) {
            memberOf[place] = members[partOf[place]][next[partOf[place]]++];
        }
        return memberOf;
    }

    private static int[] sizes(int[] processOf) {
        int[] sizes = new int[Arrays.stream(processOf).max().orElse(-1) + 1];
        for (int process : processOf) {
            sizes[process]++;
        }
        return sizes;
    }

    /**
     * Returns the process of each of a communicator's first members, numbered by their lowest rank: no number is left
     * out.
     */
    static int[] processOf(RankMap placement, int members) {
        int[] processOf = new int[members];
        Arrays.setAll(processOf, placement::processIndexOf);
        return processOf;
    }

    /** Returns the place of a member in an order, or −1. */
    static int placeOf(int member, int[] memberOf) {
        for (int place = 0; place < memberOf.length; place++) {
            if (memberOf[place] == member) {
                return place;
            }
        }
        return -1;
    }
}
