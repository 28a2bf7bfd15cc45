package org.sennit.internal.endpoints.group;

/**
 * A group as part of a communicator. Immutable; one object for all endpoints of a process.
 *
 * @param ranks the communicator's ranks of the group's members, in the group's order; null when one of them is not
 *     there
 * @param here the number of members that live in this process
 * @param lowest the endpoint id of the first member that lives here, or −1
 */
public record Subset(int[] ranks, long hash, int here, int lowest) {
    /** Finds the members of a group among those of a communicator. */
    static Subset of(Members some, RankMap all) {
        int[] ranks = new int[some.size()];
        int here = 0;
        int lowest = -1;
        for (int i = 0; i < ranks.length; i++) {
            Integer rank = all.members().ranks().get(some.member(i));
            if (rank == null) {
                return new Subset(null, new ArgumentHash().add((int[]) null).value(), 0, -1);
            }
            ranks[i] = rank;
            if (all.peer(rank).local() != null) {
                here++;
                lowest = lowest < 0 ? all.peer(rank).local().id() : lowest;
            }
        }
        return new Subset(ranks, new ArgumentHash().add(ranks).value(), here, lowest);
    }
}
