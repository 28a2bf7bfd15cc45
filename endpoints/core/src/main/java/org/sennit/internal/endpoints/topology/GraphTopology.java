package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sennit.internal.endpoints.comm.Topology;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A graph of ranks that every member knows as a whole. A rank may be a neighbor of its own, or several times of
 * another. Immutable; any thread. (MPI 4.1, sections 8.5.3 and 8.5.5)
 */
public final class GraphTopology implements Topology {
    private final int[] index;
    private final int[] edges;
    private final Neighborhood neighborhood;

    /**
     * Makes a graph.
     *
     * @param index for each rank how many neighbors it and all before it have
     * @param edges the neighbors of all ranks, one after the other
     */
    public GraphTopology(int[] index, int[] edges, int rank) {
        this.index = index.clone();
        this.edges = edges.clone();
        this.neighborhood = isSymmetric() ? neighborhoodOf(rank) : null;
    }

    /** Returns whether each rank is as often a neighbor of another as the other of it. */
    private boolean isSymmetric() {
        long[] forwards = new long[edges.length];
        long[] backwards = new long[edges.length];
        for (int rank = 0, e = 0; rank < index.length; rank++) {
            for (; e < index[rank]; e++) {
                forwards[e] = (long) rank << 32 | edges[e];
                backwards[e] = (long) edges[e] << 32 | rank;
            }
        }
        Arrays.sort(forwards);
        Arrays.sort(backwards);
        return Arrays.equals(forwards, backwards);
    }

    private Neighborhood neighborhoodOf(int rank) {
        int[] own = neighborsOf(rank);
        int[] slots = new int[own.length];
        for (int i = 0; i < own.length; i++) {
            int neighbor = own[i];
            long before = Arrays.stream(own, 0, i).filter(n -> n == neighbor).count();
            int[] theirs = neighborsOf(neighbor);
            slots[i] = IntStream.range(0, theirs.length)
                    .filter(slot -> theirs[slot] == rank)
                    .skip(before)
                    .findFirst()
                    .orElseThrow();
        }
        return new Neighborhood(own, own, slots);
    }

    private int[] neighborsOf(int rank) {
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    /** Returns the number of neighbors that each rank and all before it have. */
    public int[] index() {
        return index.clone();
    }

    /** Returns the neighbors of all ranks, one after the other. */
    public int[] edges() {
        return edges.clone();
    }

    /**
     * Returns the neighbors of a rank.
     *
     * @param rank 0 to the number of members − 1
     * @return their ranks, in the order in which they were given
     * @throws SennitException RANK for another; final
     */
    public int[] neighbors(int rank) {
        if (rank < 0 || rank >= index.length) {
            throw new SennitException(
                    ErrorClass.RANK,
                    "rank outside the graph: operation=neighbors rank=" + rank + " size=" + index.length);
        }
        return neighborsOf(rank);
    }

    @Override
    public Neighborhood neighborhood() {
        return neighborhood;
    }
}
