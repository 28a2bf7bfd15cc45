package org.sennit.internal.endpoints.coll.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The tree by which every reduction associates, for any placement: the ranks [a, b) split at the largest power of two
 * below b − a, left before right. Pure functions of the ranks.
 */
public final class CanonicalTree {
    private CanonicalTree() {}

    /**
     * A node.
     *
     * @param first its first rank
     * @param end the rank after its last
     */
    public record Node(int first, int end) {
        /** Returns whether it is a single rank: a leaf. */
        public boolean isLeaf() {
            return end - first == 1;
        }

        public Node left() {
            return new Node(first, split(first, end));
        }

        public Node right() {
            return new Node(split(first, end), end);
        }
    }

    /**
     * Returns the rank at which a node of at least two ranks splits.
     *
     * @param end the rank after its last
     * @return the first rank of its right part
     */
    public static int split(int first, int end) {
        return first + Integer.highestOneBit(end - first - 1);
    }

    /**
     * Returns the largest nodes of the tree over all ranks whose ranks all live in one process.
     *
     * @param map where the ranks live
     * @return left to right
     */
    public static List<Node> nodesOf(ProcessMap map, int process) {
        List<Node> nodes = new ArrayList<>();
        collect(map, process, new Node(0, map.size()), nodes);
        return nodes;
    }

    private static void collect(ProcessMap map, int process, Node node, List<Node> nodes) {
        int own = count(map, process, node);
        if (own == node.end - node.first) {
            nodes.add(node);
        } else if (own > 0) {
            collect(map, process, node.left(), nodes);
            collect(map, process, node.right(), nodes);
        }
    }

    /** Returns how many ranks of a node live in a process, 0 to the node's size. */
    public static int count(ProcessMap map, int process, Node node) {
        int[] ranks = map.ranksOf(process);
        return position(ranks, node.end) - position(ranks, node.first);
    }

    private static int position(int[] ranks, int rank) {
        int found = Arrays.binarySearch(ranks, rank);
        return found >= 0 ? found : -found - 1;
    }
}
