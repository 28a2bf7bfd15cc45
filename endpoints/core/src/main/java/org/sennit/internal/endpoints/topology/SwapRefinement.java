package org.sennit.internal.endpoints.topology;

/**
 * Makes a partition better: two nodes of different parts change places as long as that parts less. Sizes stay. The same
 * in every run. (Kernighan and Lin, "An efficient heuristic procedure for partitioning graphs", 1970, without its look
 * ahead)
 */
final class SwapRefinement {
    /**
     * Nodes that are looked at, at most, so that a graph in which every node is at a border takes less than a second.
     */
    private static final long MOST_LOOKS = 20_000_000;

    private final Edges edges; // in both directions
    private final int[] partOf;
    private long looks;

    private SwapRefinement(Edges edges, int[] partOf) {
        this.edges = edges;
        this.partOf = partOf;
    }

    /**
     * Refines.
     *
     * @param edges of the graph, each in both directions
     * @param partOf the number of the part for each node; becomes the better partition
     * @return the same array
     */
    static int[] refine(Edges edges, int[] partOf) {
        new SwapRefinement(edges, partOf).run();
        return partOf;
    }

    private void run() {
        boolean isBetter = true;
        while (isBetter) {
            isBetter = false;
            for (int node = 0; node < partOf.length && looks < MOST_LOOKS; node++) {
                isBetter |= swap(node);
            }
        }
    }

    /** Swaps a node that has neighbors in other parts with the one of those parts that gains most. */
    private boolean swap(int node) {
        long bestGain = 0;
        int best = -1;
        for (int e = edges.first()[node]; e < edges.first()[node + 1]; e++) {
            int part = partOf[edges.targets()[e]];
            if (part != partOf[node] && isFirst(node, e, part)) {
                long own = gain(node, part);
                looks += partOf.length;
                for (int other = 0; other < partOf.length; other++) {
                    if (partOf[other] == part) {
                        long gain = own + gain(other, partOf[node]) - 2 * between(node, other);
                        best = gain > bestGain ? other : best;
                        bestGain = Math.max(gain, bestGain);
                    }
                }
            }
        }
        if (best >= 0) {
            int part = partOf[node];
            partOf[node] = partOf[best];
            partOf[best] = part;
        }
        return best >= 0;
    }

    /** Returns whether no edge of the node before this one leads to the part, too. */
    private boolean isFirst(int node, int edge, int part) {
        int e = edges.first()[node];
        while (partOf[edges.targets()[e]] != part) {
            e++;
        }
        return e == edge;
    }

    /** Returns what a node's edges part less when it alone moves to a part. */
    private long gain(int node, int part) {
        long gain = 0;
        for (int e = edges.first()[node]; e < edges.first()[node + 1]; e++) {
            int target = edges.targets()[e];
            if (target != node) { // a loop goes along
                gain += partOf[target] == part
                        ? edges.weight(e)
                        : partOf[target] == partOf[node] ? -edges.weight(e) : 0;
            }
        }
        return gain;
    }

    private long between(int node, int other) {
        long between = 0;
        for (int e = edges.first()[node]; e < edges.first()[node + 1]; e++) {
            between += edges.targets()[e] == other ? edges.weight(e) : 0;
        }
        return between;
    }
}
