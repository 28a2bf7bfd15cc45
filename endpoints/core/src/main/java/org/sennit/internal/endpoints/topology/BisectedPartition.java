package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Cuts a grid into parts of any sizes: in two, for one half of the parts and the other, across the dimension that parts
 * the fewest neighbors, and so on. Pure. (Recursive coordinate bisection: Berger and Bokhari, 1987)
 */
final class BisectedPartition {
    private final int[] dims;
    private final int[] sizes;
    private final Edges edges;
    private final int[] partOf;
    private final int[][] coordinates;

    private BisectedPartition(int[] dims, int[] sizes, Edges edges) {
        this.dims = dims;
        this.sizes = sizes;
        this.edges = edges;
        this.partOf = new int[edges.nodes()];
        this.coordinates = new int[partOf.length][];
        CartesianTopology grid = new CartesianTopology(dims, new boolean[dims.length], 0);
        Arrays.setAll(coordinates, grid::coordinates);
    }

    /**
     * Partitions.
     *
     * @param dims extents of the grid
     * @param sizes of the parts; together the number of places
     * @param edges between the neighbors of the grid
     * @return the number of the part for each rank
     */
    static int[] partOf(int[] dims, int[] sizes, Edges edges) {
        BisectedPartition partition = new BisectedPartition(dims, sizes, edges);
        Integer[] all = new Integer[partition.partOf.length];
        Arrays.setAll(all, place -> place);
        partition.cut(all, 0, sizes.length);
        return partition.partOf;
    }

    /** Gives some places to the parts from first to before end. All of them have the first part until then. */
    private void cut(Integer[] places, int first, int end) {
        if (end - first <= 1) {
            return;
        }
        int middle = (first + end) / 2;
        int count = Arrays.stream(sizes, first, middle).sum();
        Integer[] best = places;
        long bestCut = Long.MAX_VALUE;
        for (int d = 0; d < dims.length; d++) {
            Integer[] along = along(places, d);
            mark(along, count, middle);
            long parted = parted(along, first, middle);
            if (parted < bestCut) {
                bestCut = parted;
                best = along;
            }
            mark(along, count, first);
        }
        mark(best, count, middle);
        cut(Arrays.copyOfRange(best, 0, count), first, middle);
        cut(Arrays.copyOfRange(best, count, best.length), middle, end);
    }

    private Integer[] along(Integer[] places, int dimension) {
        Integer[] along = places.clone();
        Arrays.sort(
                along,
                Comparator.comparingInt((Integer place) -> coordinates[place][dimension])
                        .thenComparingInt(place -> place));
        return along;
    }

    private void mark(Integer[] places, int from, int part) {
        for (int i = from; i < places.length; i++) {
            partOf[places[i]] = part;
        }
    }

    private long parted(Integer[] places, int one, int other) {
        long parted = 0;
        for (int place : places) {
            for (int e = edges.first()[place]; e < edges.first()[place + 1]; e++) {
                parted += partOf[place] == one && partOf[edges.targets()[e]] == other ? 1 : 0;
            }
        }
        return parted;
    }
}
