package org.sennit.internal.endpoints.topology;

import java.util.Arrays;

/**
 * All edges of a graph by the node at which they begin: those of node v stand from {@code first[v]} to before
 * {@code first[v + 1]}. Data only.
 *
 * @param first where each node's edges begin, and at last their number
 * @param targets the nodes to which they lead
 * @param weights what each is worth, or null when all are worth 1
 */
record Edges(int[] first, int[] targets, int[] weights) {
    int nodes() {
        return first.length - 1;
    }

    long weight(int edge) {
        return weights == null ? 1 : weights[edge];
    }

    /**
     * Returns the edges between neighbors of a grid, from each to the other; none twice but where a dimension of 2 goes
     * round.
     */
    static Edges ofGrid(int[] dims, boolean[] periods) {
        int nodes = (int) CartesianTopology.volume(dims);
        int[] first = new int[nodes + 1];
        int[] targets = new int[nodes * 2 * dims.length];
        int count = 0;
        for (int node = 0; node < nodes; node++) {
            for (int neighbor :
                    new CartesianTopology(dims, periods, node).neighborhood().destinations()) {
                if (neighbor >= 0) {
                    targets[count++] = neighbor;
                }
            }
            first[node + 1] = count;
        }
        return new Edges(first, Arrays.copyOf(targets, count), null);
    }

    Edges inBothDirections() {
        int nodes = nodes();
        int[] begin = new int[nodes + 1];
        for (int node = 0; node < nodes; node++) {
            for (int e = first[node]; e < first[node + 1]; e++) {
                begin[node + 1]++;
                begin[targets[e] + 1]++;
            }
        }
        Arrays.parallelPrefix(begin, Integer::sum);
        int[] next = begin.clone();
        int[] ends = new int[2 * targets.length];
        int[] worth = new int[ends.length];
        for (int node = 0; node < nodes; node++) {
            for (int e = first[node]; e < first[node + 1]; e++) {
                worth[next[node]] = (int) weight(e);
                ends[next[node]++] = targets[e];
                worth[next[targets[e]]] = (int) weight(e);
                ends[next[targets[e]]++] = node;
            }
        }
        return new Edges(begin, ends, worth);
    }

    /** Returns the weight of the edges between nodes of different parts. */
    long cut(int[] partOf) {
        long cut = 0;
        for (int node = 0; node < nodes(); node++) {
            for (int e = first[node]; e < first[node + 1]; e++) {
                cut += partOf[node] == partOf[targets[e]] ? 0 : weight(e);
            }
        }
        return cut;
    }
}
