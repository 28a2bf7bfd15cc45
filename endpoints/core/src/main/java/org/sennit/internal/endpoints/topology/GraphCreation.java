package org.sennit.internal.endpoints.topology;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.Arrangement;
import org.sennit.internal.endpoints.construct.Rearrangement;
import org.sennit.internal.endpoints.construct.SharedTable;
import org.sennit.internal.endpoints.group.ArgumentHash;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes communicators whose members are the nodes of a graph that all of them know. (MPI 4.1, sections 8.5.3 and 8.5.8)
 *
 * @param parent the parent's state
 */
public record GraphCreation(CommContext parent, Collectives collectives) {
    /**
     * Makes one of the parent's first members; collective over the parent.
     *
     * @param index for each node how many neighbors it and all before it have, the same on all members
     * @param edges the neighbors of all nodes, one after the other, the same on all members
     * @param reorder whether members may change places so that neighbors live in one process
     * @param name the name of the new one
     * @return the state of the new one, with a {@link GraphTopology}; null for members beyond the graph
     * @throws SennitException ARG for arrays that are wrong, need more members, or are not the same; RANK for a
     *     neighbor that is no node; on every member; final
     */
    public CommContext create(int[] index, int[] edges, boolean reorder, String name) {
        ArgumentAgreement agreement = new ArgumentAgreement(parent, collectives, "createGraph");
        ArgumentHash hash = new ArgumentHash().add(index).add(edges).add(reorder);
        int contextId = agreement.check(mistake(agreement, index, edges), hash.value());
        CommContext made = reorder && parent.group().processCount() > 1
                ? reordered(index, edges, contextId, name)
                : Rearrangement.first(parent, contextId, index.length, name);
        if (made != null) {
            made.useTopology(new GraphTopology(index, edges, made.rank()));
        }
        return made;
    }

    /** Makes a reordered communicator: rank 0 calculates, the others receive the result. */
    private CommContext reordered(int[] index, int[] edges, int contextId, String name) {
        int[] memberOf = parent.rank() == 0 ? order(index, edges) : null;
        Arrangement order = SharedTable.broadcast(
                parent, collectives, memberOf, index.length, 0, found -> new Arrangement(found, parent.group()));
        return Rearrangement.of(parent, contextId, order, name);
    }

    private SennitException mistake(ArgumentAgreement agreement, int[] index, int[] edges) {
        if (index == null || edges == null) {
            return agreement.mistake(ErrorClass.ARG, "no index, or no edges:");
        }
        int size = parent.group().size();
        if (index.length > size) {
            return agreement.mistake(
                    ErrorClass.ARG,
                    "the graph needs more members than there are: nodes=" + index.length + " size=" + size);
        }
        int before = 0;
        for (int node = 0; node < index.length; node++) {
            if (index[node] < before) {
                return agreement.mistake(ErrorClass.ARG, "the index goes down: node=" + node + " index=" + index[node]);
            }
            before = index[node];
        }
        if (before != edges.length) {
            return agreement.mistake(
                    ErrorClass.ARG,
                    "the index does not end with the number of edges: last=" + before + " edges=" + edges.length);
        }
        for (int e = 0; e < edges.length; e++) {
            if (edges[e] < 0 || edges[e] >= index.length) {
                return agreement.mistake(
                        ErrorClass.RANK,
                        "an edge leads to no node: edge=" + e + " to=" + edges[e] + " nodes=" + index.length);
            }
        }
        return null;
    }

    private int[] order(int[] index, int[] edges) {
        int[] first = new int[index.length + 1];
        System.arraycopy(index, 0, first, 1, index.length);
        return Reordering.ofGraph(Reordering.processOf(parent.group(), index.length), new Edges(first, edges, null));
    }

    /**
     * Returns the rank that the caller would have in an optimally ordered graph; local.
     *
     * @param index for each node how many neighbors it and all before it have
     * @param edges the neighbors of all nodes, one after the other
     * @return the rank, or {@link MemberGroup#UNDEFINED} beyond the graph
     * @throws SennitException ARG, RANK as in {@link #create}; final
     */
    public int map(int[] index, int[] edges) {
        SennitException mistake = mistake(new ArgumentAgreement(parent, collectives, "mapGraph"), index, edges);
        if (mistake != null) {
            throw mistake;
        }
        int place = Reordering.placeOf(parent.rank(), order(index, edges));
        return place < 0 ? MemberGroup.UNDEFINED : place;
    }
}
