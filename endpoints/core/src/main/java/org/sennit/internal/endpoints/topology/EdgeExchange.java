package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.group.Neighborhood;

/**
 * Exchanges the edges of a distributed graph among its members while it is made. Each step is collective over the
 * communicator and blocks.
 */
record EdgeExchange(CommContext comm) {
    private static final int EDGE_WIDTH = 5; // for rank 0, source, slot, destination, weight
    private static final int SLOT_WIDTH = 3; // receiver, source, slot

    /**
     * Sends edges to the members at both their ends. Each end has them in the order of the ranks that gave them, and
     * of one rank in the order in which it gave them.
     *
     * @param degrees the number of edges that begin at each of them
     * @param destinations where they end, those of the first source first
     * @param weights what they are worth, or null
     */
    EdgeLists toTheirEnds(int[] sources, int[] degrees, int[] destinations, int[] weights) {
        Records records = new Records();
        int edge = 0;
        for (int i = 0; i < sources.length; i++) {
            for (int end = edge + degrees[i]; edge < end; edge++) {
                int weight = weights == null ? 0 : weights[edge];
                EdgeLists.addDestination(records, sources[i], comm.rank(), edge, destinations[edge], weight);
                EdgeLists.addSource(records, destinations[edge], comm.rank(), edge, sources[i], weight);
            }
        }
        return EdgeLists.of(route(records, EdgeLists.WIDTH), weights != null);
    }

    /**
     * Finds from which slot of its source each edge comes: of several edges between two ranks the first in the one list
     * is the first in the other, and so on.
     *
     * @param own the edges of the caller's place
     * @param place the caller's place in the graph
     * @param memberOf the member that takes each place
     * @return the neighborhood, or null when an edge is known to one end only
     */
    Neighborhood match(EdgeLists own, int place, IntUnaryOperator memberOf) {
        Records records = new Records();
        for (int slot = 0; slot < own.destinations().length; slot++) {
            records.add(memberOf.applyAsInt(own.destinations()[slot]), place, slot);
        }
        int[][] arrived = route(records, SLOT_WIDTH); // in order of source and slot
        int[] bySource = IntStream.range(0, own.sources().length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> own.sources()[i])) // stable
                .mapToInt(Integer::intValue)
                .toArray();
        if (arrived.length != bySource.length) {
            return null;
        }
        int[] slots = new int[bySource.length];
        for (int i = 0; i < slots.length; i++) {
            if (arrived[i][0] != own.sources()[bySource[i]]) {
                return null;
            }
            slots[bySource[i]] = arrived[i][1];
        }
        return new Neighborhood(own.sources(), own.destinations(), slots);
    }

    /** Brings all edges to rank 0. Null elsewhere. */
    Edges gather(EdgeLists own) {
        Records records = new Records();
        for (int slot = 0; slot < own.destinations().length; slot++) {
            int weight = own.isWeighted() ? own.destinationWeights()[slot] : 1;
            records.add(0, comm.rank(), slot, own.destinations()[slot], weight);
        }
        int[][] all = route(records, EDGE_WIDTH); // in order of source and slot
        if (comm.rank() != 0) {
            return null;
        }
        int[] first = new int[comm.group().size() + 1];
        int[] targets = new int[all.length];
        int[] weights = new int[all.length];
        for (int e = 0; e < all.length; e++) {
            first[all[e][0] + 1]++;
            targets[e] = all[e][2];
            weights[e] = all[e][3];
        }
        Arrays.parallelPrefix(first, Integer::sum);
        return new Edges(first, targets, weights);
    }

    /** Sends the caller's edges to the member that takes the caller's place in the graph. */
    EdgeLists give(EdgeLists own, int keeper) {
        Records records = new Records();
        for (int slot = 0; slot < own.sources().length; slot++) {
            int weight = own.isWeighted() ? own.sourceWeights()[slot] : 0;
            EdgeLists.addSource(records, keeper, slot, 0, own.sources()[slot], weight);
        }
        for (int slot = 0; slot < own.destinations().length; slot++) {
            int weight = own.isWeighted() ? own.destinationWeights()[slot] : 0;
            EdgeLists.addDestination(records, keeper, slot, 0, own.destinations()[slot], weight);
        }
        return EdgeLists.of(route(records, EdgeLists.WIDTH), own.isWeighted());
    }

    private int[][] route(Records records, int width) {
        return new RecordRouter(comm, width).route(records.toArray());
    }
}
