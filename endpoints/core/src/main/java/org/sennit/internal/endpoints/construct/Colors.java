package org.sennit.internal.endpoints.construct;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The colors and keys of all members in a split: the new groups and the order of their members. One object for all
 * members of a process; immutable.
 */
final class Colors {
    /** Numbers that each member sends: its color, its key, the context id that it proposes. */
    static final int FIELDS = 3;

    /** The color of members of a side that have not given one group of it. */
    static final int NO_GROUP = -1;

    private final int[] all;
    private final int[] order; // the old ranks: color by color, in the new order
    private final int[] placeOf; // of each old rank in that order
    private final Map<Integer, Part> parts = new HashMap<>();
    private final int largestProposal;

    /**
     * The members of one color.
     *
     * @param begin where they begin in the order of all
     * @param size their number
     * @param here how many of them live in this process
     * @param lowest the endpoint id of the first that lives here, or −1
     */
    record Part(int begin, int size, int here, int lowest) {}

    /**
     * Looks through what the members tell.
     *
     * @param all their numbers, rank by rank
     * @param group where they live
     */
    Colors(int[] all, RankMap group) {
        int size = all.length / FIELDS;
        int largest = ContextIds.NONE;
        Integer[] sorted = new Integer[size];
        for (int r = 0; r < size; r++) {
            sorted[r] = r;
            largest = Math.max(largest, all[FIELDS * r + 2]);
        }
        // Stable: ties stay in the order of the old ranks.
        Arrays.sort(
                sorted,
                Comparator.<Integer>comparingInt(r -> all[FIELDS * r]).thenComparingInt(r -> all[FIELDS * r + 1]));
        this.all = all;
        this.largestProposal = largest;
        this.order = Arrays.stream(sorted).mapToInt(Integer::intValue).toArray();
        this.placeOf = new int[size];
        for (int begin = 0; begin < size; ) {
            begin += addPart(begin, group);
        }
    }

    /**
     * Checks that each member has given a color; after all members that have to know of a mistake have these numbers.
     *
     * @param parent the communicator that is split, and this member's rank, for the text
     * @throws SennitException ARG for a color that is none; final
     */
    Colors checked(CommContext parent) {
        for (int r = 0; r < order.length; r++) {
            int color = all[FIELDS * r];
            if (color < 0 && color != MemberGroup.UNDEFINED) {
                throw new SennitException(
                        ErrorClass.ARG,
                        "negative color: operation=split rank=" + parent.rank() + " peer=" + r + " communicator="
                                + parent + " color=" + color);
            }
        }
        return this;
    }

    /**
     * As {@link #checked}, where the colors say who is in a group.
     *
     * @throws SennitException GROUP for {@link #NO_GROUP}; final
     */
    void checkGroups(CommContext parent) {
        for (int r = 0; r < order.length; r++) {
            if (all[FIELDS * r] == NO_GROUP) {
                throw new SennitException(
                        ErrorClass.GROUP,
                        "the members of a side have given no group of it, or different ones: operation=create rank="
                                + parent.rank() + " communicator=" + parent);
            }
        }
    }

    private int addPart(int begin, RankMap group) {
        int color = all[FIELDS * order[begin]];
        int here = 0;
        int lowest = -1;
        int end = begin;
        for (; end < order.length && all[FIELDS * order[end]] == color; end++) {
            int rank = order[end];
            placeOf[rank] = end;
            if (group.peer(rank).local() != null) {
                here++;
                lowest = lowest < 0 ? group.peer(rank).local().id() : lowest;
            }
        }
        parts.put(color, new Part(begin, end - begin, here, lowest));
        return end - begin;
    }

    /** Returns the numbers of all members, rank by rank. */
    int[] all() {
        return all;
    }

    int largestProposal() {
        return largestProposal;
    }

    /** Returns the members of a color, or null when there are none. */
    Part part(int color) {
        return parts.get(color);
    }

    /** Returns the old ranks of a part in their new order. */
    int[] members(Part part) {
        return Arrays.copyOfRange(order, part.begin(), part.begin() + part.size());
    }

    /** Returns the new rank of a member of a part. */
    int rankOf(int oldRank, Part part) {
        return placeOf[oldRank] - part.begin();
    }
}
