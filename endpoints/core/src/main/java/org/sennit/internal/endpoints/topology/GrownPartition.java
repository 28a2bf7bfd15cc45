package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Cuts a graph into parts of given sizes, each grown from one node by the neighbor that is tied to it most; a heuristic
 * for whatever is no grid with equal blocks. The same in every run. Pure. (Greedy graph growing: Karypis and Kumar, "A
 * fast and high quality multilevel scheme for partitioning irregular graphs", 1998, section 3.2)
 */
final class GrownPartition {
    private static final int NONE = -1;

    private final Edges edges; // in both directions
    private final int[] partOf;
    private final long[] outside; // weight of each node's edges to nodes without a part
    private final long[] inside; // weight of its edges to the part that grows
    private final int[] met; // in which turn it became a neighbor of the part that grows; 0 for not yet
    private final PriorityQueue<Candidate> front = new PriorityQueue<>();
    private int turns;

    /**
     * A node beside the part that grows, as it was when it was put in; a later one of the same node is worth more. Of
     * equals the one that was met first is taken, so that parts grow round.
     */
    private record Candidate(int node, long inside, int met) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byTies = Long.compare(other.inside, inside);
            return byTies != 0 ? byTies : Integer.compare(met, other.met);
        }
    }

    private GrownPartition(Edges edges) {
        this.edges = edges;
        this.partOf = new int[edges.nodes()];
        this.outside = new long[partOf.length];
        this.inside = new long[partOf.length];
        this.met = new int[partOf.length];
        Arrays.fill(partOf, NONE);
        for (int node = 0; node < partOf.length; node++) {
            for (int e = edges.first()[node]; e < edges.first()[node + 1]; e++) {
                outside[node] += edges.weight(e);
            }
        }
    }

    /**
     * Partitions.
     *
     * @param edges of the graph, each in both directions
     * @param sizes of the parts; together the number of nodes
     * @return the number of the part for each node
     */
    static int[] partOf(Edges edges, int[] sizes) {
        GrownPartition partition = new GrownPartition(edges);
        for (int part = 0; part < sizes.length; part++) {
            partition.grow(part, sizes[part]);
        }
        return partition.partOf;
    }

    private void grow(int part, int size) {
        Arrays.fill(inside, 0);
        Arrays.fill(met, 0);
        front.clear();
        for (int taken = 0; taken < size; taken++) {
            take(nextNode(), part);
        }
    }

    private int nextNode() {
        while (!front.isEmpty()) {
            Candidate candidate = front.poll();
            if (partOf[candidate.node] == NONE) {
                return candidate.node;
            }
        }
        return loosest();
    }

    /**
     * Returns where nothing is tied to the part: the node with the fewest ties to others that are left, the most
     * enclosed one.
     */
    private int loosest() {
        int loosest = NONE;
        for (int node = 0; node < partOf.length; node++) {
            if (partOf[node] == NONE && (loosest == NONE || outside[node] < outside[loosest])) {
                loosest = node;
            }
        }
        return loosest;
    }

    private void take(int node, int part) {
        partOf[node] = part;
        for (int e = edges.first()[node]; e < edges.first()[node + 1]; e++) {
            int neighbor = edges.targets()[e];
            outside[neighbor] -= edges.weight(e);
            inside[neighbor] += edges.weight(e);
            if (partOf[neighbor] == NONE) {
                met[neighbor] = met[neighbor] == 0 ? ++turns : met[neighbor];
                front.add(new Candidate(neighbor, inside[neighbor], met[neighbor]));
            }
        }
    }
}
