package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.construct.Arrangement;
import org.sennit.internal.endpoints.construct.Rearrangement;
import org.sennit.internal.endpoints.construct.SharedTable;
import org.sennit.internal.endpoints.group.ArgumentHash;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes communicators whose members are the nodes of a distributed graph. (MPI 4.1, section 8.5.4)
 *
 * @param parent the parent's state
 * @param hints of the new one, the same on all members
 * @param wrongHints what is wrong with those of this member, to be reported on all; null for nothing
 * @param reorder whether members may change places so that neighbors live in one process, the same on all members
 */
public record DistributedGraphCreation(
        CommContext parent, Collectives collectives, Hints hints, SennitException wrongHints, boolean reorder) {
    /**
     * Makes one of edges that each member gives for itself; collective over the parent.
     *
     * @param sources where edges to the caller begin
     * @param sourceWeights what they are worth; null on all members for none
     * @param destinations where edges from the caller end
     * @param destinationWeights what they are worth; null on all members for none
     * @param name the name of the new one
     * @return the state of the new one, with a {@link DistributedGraphTopology}
     * @throws SennitException RANK, ARG for arguments that are wrong, TOPOLOGY when an edge is known to one of its ends
     *     only; on every member; final
     */
    public CommContext adjacent(
            int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights, String name) {
        ArgumentAgreement agreement = agreement("createDistributedGraphAdjacent");
        SennitException mistake = wrongHints;
        if (mistake == null && (sourceWeights == null) != (destinationWeights == null)) {
            mistake = agreement.mistake(ErrorClass.ARG, "weights in one direction only:");
        }
        mistake = mistake != null ? mistake : mistake(agreement, "source", sources, sourceWeights);
        mistake = mistake != null ? mistake : mistake(agreement, "destination", destinations, destinationWeights);
        agreement.check(mistake, hash(sourceWeights != null));
        EdgeLists lists =
                new EdgeLists(sources.clone(), copy(sourceWeights), destinations.clone(), copy(destinationWeights));
        return made(lists, agreement, name);
    }

    /**
     * Makes one of edges that any member gives; collective over the parent.
     *
     * @param sources ranks, any
     * @param degrees the number of edges that begin at each of them, of those that the caller gives
     * @param destinations where these end, those of the first source first
     * @param weights what they are worth; null on all members for none
     * @param name the name of the new one
     * @return the state of the new one, with a {@link DistributedGraphTopology}; edges stand in the order of the ranks
     *     that gave them, and of one rank in the order in which it gave them
     * @throws SennitException RANK, ARG for arguments that are wrong; on every member; final
     */
    public CommContext general(int[] sources, int[] degrees, int[] destinations, int[] weights, String name) {
        ArgumentAgreement agreement = agreement("createDistributedGraph");
        SennitException mistake = wrongHints;
        mistake = mistake != null ? mistake : mistake(agreement, "source", sources, null);
        mistake = mistake != null ? mistake : mistake(agreement, "destination", destinations, weights);
        mistake = mistake != null ? mistake : degreeMistake(agreement, sources, degrees, destinations);
        agreement.check(mistake, hash(weights != null));
        EdgeLists lists = new EdgeExchange(parent).toTheirEnds(sources, degrees, destinations, weights);
        return made(lists, agreement, name);
    }

    private ArgumentAgreement agreement(String operation) {
        return new ArgumentAgreement(parent, collectives, operation);
    }

    private long hash(boolean isWeighted) {
        ArgumentHash hash = new ArgumentHash().add(isWeighted).add(reorder);
        add(hints.honored(), hash);
        add(hints.ignored(), hash);
        return hash.value();
    }

    private static void add(Map<String, String> some, ArgumentHash hash) {
        hash.add(some.size());
        new TreeMap<>(some).forEach((name, value) -> hash.add(name).add(value));
    }

    private static int[] copy(int[] weights) {
        return weights == null ? null : weights.clone();
    }

    private SennitException mistake(ArgumentAgreement agreement, String role, int[] ranks, int[] weights) {
        if (ranks == null) {
            return agreement.mistake(ErrorClass.ARG, "no array of " + role + "s:");
        }
        int size = parent.group().size();
        for (int rank : ranks) {
            if (rank < 0 || rank >= size) {
                return agreement.mistake(
                        ErrorClass.RANK, "rank outside the communicator: " + role + "=" + rank + " size=" + size);
            }
        }
        if (weights != null && weights.length != ranks.length) {
            return agreement.mistake(
                    ErrorClass.ARG,
                    "each edge needs a weight: " + role + "s=" + ranks.length + " weights=" + weights.length);
        }
        if (weights != null && Arrays.stream(weights).anyMatch(weight -> weight < 0)) {
            return agreement.mistake(ErrorClass.ARG, "negative weight: weights=" + Arrays.toString(weights));
        }
        return null;
    }

    private static SennitException degreeMistake(
            ArgumentAgreement agreement, int[] sources, int[] degrees, int[] destinations) {
        if (degrees == null || degrees.length != sources.length) {
            return agreement.mistake(
                    ErrorClass.ARG,
                    "each source needs a degree: sources=" + sources.length + " degrees=" + Arrays.toString(degrees));
        }
        long sum = 0;
        for (int degree : degrees) {
            if (degree < 0) {
                return agreement.mistake(ErrorClass.ARG, "negative degree: degrees=" + Arrays.toString(degrees));
            }
            sum += degree;
        }
        return sum == destinations.length
                ? null
                : agreement.mistake(
                        ErrorClass.ARG,
                        "the degrees do not add up to the destinations: degrees=" + sum + " destinations="
                                + destinations.length);
    }

    private CommContext made(EdgeLists given, ArgumentAgreement agreement, String name) {
        EdgeExchange edges = new EdgeExchange(parent);
        if (!reorder || parent.group().processCount() == 1) {
            Neighborhood near = edges.match(given, parent.rank(), IntUnaryOperator.identity());
            int contextId = agreed(near, agreement, parent.rank());
            int size = parent.group().size();
            return with(given, near, Rearrangement.first(parent, contextId, size, name));
        }
        Arrangement order = order(edges.gather(given));
        int place = order.placeOf(parent.rank());
        EdgeLists lists = edges.give(given, order.memberOf()[parent.rank()]);
        Neighborhood near = edges.match(lists, place, at -> order.memberOf()[at]);
        int contextId = agreed(near, agreement, place);
        return with(lists, near, Rearrangement.of(parent, contextId, order, name));
    }

    private CommContext with(EdgeLists lists, Neighborhood near, CommContext made) {
        made.useTopology(new DistributedGraphTopology(near, lists.sourceWeights(), lists.destinationWeights()));
        made.useHints(hints);
        return made;
    }

    private static int agreed(Neighborhood near, ArgumentAgreement agreement, int node) {
        SennitException mistake = near != null
                ? null
                : agreement.mistake(
                        ErrorClass.TOPOLOGY, "an edge to here is not the same at its two ends: node=" + node);
        return agreement.check(mistake, 0);
    }

    /** Orders the ranks: rank 0, which has the edges, calculates; the others receive the result. */
    private Arrangement order(Edges all) {
        int size = parent.group().size();
        int[] memberOf = all == null ? null : Reordering.ofGraph(Reordering.processOf(parent.group(), size), all);
        return SharedTable.broadcast(
                parent, collectives, memberOf, size, 0, found -> new Arrangement(found, parent.group()));
    }
}
