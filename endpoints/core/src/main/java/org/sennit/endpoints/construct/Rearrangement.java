package org.sennit.endpoints.construct;

import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.group.Placement;

/**
 * Makes communicators whose members all of them know already, when the context id has been agreed on: local, and nobody needs
 * memory for all members but once in a process. All members of the parent call it, whether they are in the new one or not.
 */
public final class Rearrangement {
    private Rearrangement() {}

    /**
     * Makes a communicator of the first members, in their order.
     *
     * @param parent the parent's state
     * @param contextId the id on which the members have agreed
     * @param count how many members
     * @param name the name of the new one
     * @return the state of the new one, or null for the other members
     */
    public static CommContext first(CommContext parent, int contextId, int count, String name) {
        int rank = parent.rank();
        if (rank >= count) {
            return null;
        }
        Placement group = parent.group();
        if (count == group.size()) {
            return Assembly.again(name, contextId, group, rank, parent.own());
        }
        int[] ranks = new int[count];
        for (int i = 0; i < count; i++) {
            ranks[i] = i;
        }
        return assembled(parent, contextId, ranks, rank, name);
    }

    /**
     * Makes a communicator of some members in any order. Disjoint ones may be given at once, by their members.
     *
     * @param parent the parent's state
     * @param contextId the id on which the members have agreed
     * @param ranks the parent's ranks in the new order, the same on all that are in it; not to be changed
     * @param own the caller's place in it, or −1
     * @param name the name of the new one
     * @return the state of the new one, or null without a place
     */
    public static CommContext of(CommContext parent, int contextId, int[] ranks, int own, String name) {
        return own < 0 ? null : assembled(parent, contextId, ranks, own, name);
    }

    private static CommContext assembled(CommContext parent, int contextId, int[] ranks, int own, String name) {
        Placement group = parent.group();
        int here = 0;
        int lowest = -1; // the first member in this process
        for (int rank : ranks) {
            if (group.peer(rank).local() != null) {
                here++;
                lowest = lowest < 0 ? group.peer(rank).local().id() : lowest;
            }
        }
        int process = parent.own().process().process();
        return Assembly.of(
                name,
                contextId,
                () -> new Placement(Split.peers(group, ranks), process),
                lowest,
                here,
                own,
                parent.own());
    }
}
