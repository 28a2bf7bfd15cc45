package org.sennit.internal.endpoints.construct;

import java.util.Arrays;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * The reordered members of a communicator; one member has computed the order for all. One object for all members of a
 * process; immutable.
 */
public final class Arrangement {
    private final int[] memberOf;
    private final int[] placeOf; // of each member, −1 without one
    private final int here;
    private final int lowest;

    /**
     * Takes an order.
     *
     * @param memberOf the old rank of each new one; not copied
     * @param group where the old ranks live
     */
    public Arrangement(int[] memberOf, RankMap group) {
        this.memberOf = memberOf;
        this.placeOf = new int[group.size()];
        Arrays.fill(placeOf, -1);
        int count = 0;
        int first = -1;
        for (int place = 0; place < memberOf.length; place++) {
            placeOf[memberOf[place]] = place;
            if (group.peer(memberOf[place]).local() != null) {
                count++;
                first = first < 0 ? group.peer(memberOf[place]).local().id() : first;
            }
        }
        this.here = count;
        this.lowest = first;
    }

    /** Returns the old rank of each new one; not to be changed. */
    public int[] memberOf() {
        return memberOf;
    }

    /** Returns the new rank of a member; −1 when it has none. */
    public int placeOf(int oldRank) {
        return placeOf[oldRank];
    }

    /** Returns the number of members that live in this process. */
    int here() {
        return here;
    }

    /** Returns the endpoint id of the first member that lives in this process, or −1. */
    int lowest() {
        return lowest;
    }
}
