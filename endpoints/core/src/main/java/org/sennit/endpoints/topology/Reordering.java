package org.sennit.endpoints.topology;

import java.util.Arrays;
import org.sennit.endpoints.group.Placement;

/**
 * Which member takes which place of a topology, so that neighbours live in one process: the places are cut into as many parts
 * as there are processes, each as large as its process, and the members of a process take its part in their order. Nothing
 * changes where that would part no fewer neighbours. The same in every run. Pure.
 */
final class Reordering {
    private Reordering() {}

    /**
     * The best order for a grid.
     *
     * @param processOf the process of each member, 0 and up; as many members as the grid has places
     * @param dims the extents of the grid
     * @param periods which of them go round
     * @return for each place the member that takes it
     */
    static int[] ofGrid(int[] processOf, int[] dims, boolean[] periods) {
        int[] sizes = sizes(processOf);
        boolean isEqual = Arrays.stream(sizes).distinct().count() == 1;
        Edges edges = Edges.ofGrid(dims, periods);
        int[] partOf = isEqual ? TilePartition.partOf(dims, periods, sizes[0]) : GrownPartition.partOf(edges, sizes);
        return better(edges, processOf, partOf);
    }

    /**
     * The best order for a graph.
     *
     * @param processOf the process of each member, 0 and up; as many members as the graph has nodes
     * @param edges its edges
     * @return for each node the member that takes it
     */
    static int[] ofGraph(int[] processOf, Edges edges) {
        return better(edges, processOf, GrownPartition.partOf(edges, sizes(processOf)));
    }

    private static int[] better(Edges edges, int[] processOf, int[] partOf) {
        if (edges.cut(partOf) < edges.cut(processOf)) {
            return memberOf(partOf, processOf);
        }
        int[] same = new int[processOf.length];
        Arrays.setAll(same, place -> place);
        return same;
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

    /** The process of each of a communicator's first members, numbered by their lowest rank: no number is left out. */
    static int[] processOf(Placement placement, int members) {
        int[] processOf = new int[members];
        Arrays.setAll(processOf, placement::processIndexOf);
        return processOf;
    }

    /** Where a member is in an order, or −1. */
    static int placeOf(int member, int[] memberOf) {
        for (int place = 0; place < memberOf.length; place++) {
            if (memberOf[place] == member) {
                return place;
            }
        }
        return -1;
    }
}
