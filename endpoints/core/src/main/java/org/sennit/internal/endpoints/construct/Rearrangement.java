package org.sennit.internal.endpoints.construct;

import java.util.Arrays;
import java.util.List;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * Makes communicators whose members are known, once the context id has been agreed on: local, and no
 * member needs memory for all members but once in a process. All members of the parent call it, whether
 * they are in the new one or not.
 */
public final class Rearrangement {
    private Rearrangement() {}

    /**
     * Makes a communicator of the first members, in their order.
     *
     * @param parent the parent's state
     * @param contextId the id on which the members have agreed
     * @param count the number of members
     * @param name the name of the new one
     * @return the state of the new one, or null for the other members
     */
    public static CommContext first(CommContext parent, int contextId, int count, String name) {
        int rank = parent.rank();
        if (rank >= count) {
            return null;
        }
        RankMap group = parent.group();
        if (count == group.size()) {
            return Assembly.again(name, contextId, group, rank, parent.own()).cameFrom(Origin.cameThrough(parent));
        }
        int[] here = group.ownRanks();
        int found = Arrays.binarySearch(here, count);
        int process = parent.own().process().process();
        return Assembly.of(
                        name,
                        contextId,
                        () -> new RankMap(List.of(group.peers()).subList(0, count), process),
                        group.peer(here[0]).local().id(),
                        found < 0 ? -found - 1 : found,
                        rank,
                        parent.own())
                .cameFrom(Origin.cameThrough(parent));
    }

    /**
     * Makes a communicator of members in another order.
     *
     * @param parent the parent's state
     * @param contextId an id that no member of the parent has used
     * @param order its members, the same on all of them
     * @param name the name of the new one
     * @return the state of the new one, or null without a place
     */
    public static CommContext of(CommContext parent, int contextId, Arrangement order, String name) {
        int own = order.placeOf(parent.rank());
        int process = parent.own().process().process();
        return own < 0
                ? null
                : Assembly.of(
                                name,
                                contextId,
                                () -> new RankMap(Split.peers(parent.group(), order.memberOf()), process),
                                order.lowest(),
                                order.here(),
                                own,
                                parent.own())
                        .cameFrom(Origin.cameThrough(parent));
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
        RankMap group = parent.group();
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
                        () -> new RankMap(Split.peers(group, ranks), process),
                        lowest,
                        here,
                        own,
                        parent.own())
                .cameFrom(Origin.cameThrough(parent));
    }
}
