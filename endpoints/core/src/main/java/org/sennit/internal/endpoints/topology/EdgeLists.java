package org.sennit.internal.endpoints.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * The edges of one rank of a distributed graph. Data only.
 *
 * @param sources where those to here begin
 * @param sourceWeights what they are worth, or null without weights
 * @param destinations where those from here end
 * @param destinationWeights what they are worth, or null without weights
 */
record EdgeLists(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights) {
    private static final int TO = 0; // roles in a record
    private static final int FROM = 1;

    boolean isWeighted() {
        return sourceWeights != null;
    }

    /**
     * Records of edges on their way to a rank that keeps them: the receiver, two numbers that order them, role, other
     * end, weight.
     */
    static final int WIDTH = 6;

    static void addSource(Records records, int keeper, int order, int suborder, int source, int weight) {
        records.add(keeper, order, suborder, TO, source, weight);
    }

    static void addDestination(Records records, int keeper, int order, int suborder, int destination, int weight) {
        records.add(keeper, order, suborder, FROM, destination, weight);
    }

    /** Returns the lists of the keeper that the records were brought to, in their order. */
    static EdgeLists of(int[][] records, boolean isWeighted) {
        int[][] in = withRole(records, TO);
        int[][] out = withRole(records, FROM);
        return new EdgeLists(
                column(in, 3), isWeighted ? column(in, 4) : null, column(out, 3), isWeighted ? column(out, 4) : null);
    }

    private static int[][] withRole(int[][] records, int role) {
        List<int[]> some = new ArrayList<>();
        for (int[] record : records) {
            if (record[2] == role) {
                some.add(record);
            }
        }
        return some.toArray(int[][]::new);
    }

    private static int[] column(int[][] records, int column) {
        int[] values = new int[records.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = records[i][column];
        }
        return values;
    }
}
