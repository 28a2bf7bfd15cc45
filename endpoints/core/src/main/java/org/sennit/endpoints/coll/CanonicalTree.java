package org.sennit.endpoints.coll;

import java.util.ArrayList;
import java.util.List;
import org.sennit.endpoints.group.Placement;

/**
 * The one tree by which every reduction associates, whatever the placement (decision 23): the ranks [a, b) split at
 * the largest power of two below b − a, left before right. Pure functions of the ranks.
 */
final class CanonicalTree {
    private CanonicalTree() {}

    /** A node: the ranks from first to end − 1. */
    record Node(int first, int end) {}

    /** Where a node of at least two ranks splits. */
    static int split(int first, int end) {
        return first + Integer.highestOneBit(end - first - 1);
    }

    /** The largest nodes all of whose ranks live in the group's own process, left to right. */
    static List<Node> ownNodes(Placement group) {
        List<Node> nodes = new ArrayList<>();
        collect(group, 0, group.size(), nodes);
        return nodes;
    }

    private static void collect(Placement group, int first, int end, List<Node> nodes) {
        int own = countOwn(group, first, end);
        if (own == end - first) {
            nodes.add(new Node(first, end));
        } else if (own > 0) {
            int middle = split(first, end);
            collect(group, first, middle, nodes);
            collect(group, middle, end, nodes);
        }
    }

    /** How many ranks of a node live in the group's own process. */
    static int countOwn(Placement group, int first, int end) {
        int[] ranks = group.ranksOf(group.ownProcessIndex());
        return position(ranks, end) - position(ranks, first);
    }

    private static int position(int[] ranks, int rank) {
        int found = java.util.Arrays.binarySearch(ranks, rank);
        return found >= 0 ? found : -found - 1;
    }
}
