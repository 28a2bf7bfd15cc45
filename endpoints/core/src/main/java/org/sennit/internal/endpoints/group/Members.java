package org.sennit.internal.endpoints.group;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;

/**
 * The members of a group in order, with the way back to their ranks, which is made when it is first asked for.
 * Immutable.
 */
final class Members {
    private final EndpointAddress[] members;
    private final int hash;
    private final MemberPool pool; // null: of no process

    // Volatile store by any thread that needs it, volatile load by all; several may make it, and it is the same.
    private volatile Map<EndpointAddress, Integer> rankOf;

    Members(EndpointAddress[] members, MemberPool pool) {
        this.members = members;
        this.hash = Arrays.hashCode(members);
        this.pool = pool;
    }

    /** Returns members of the same process; equal ones are one object. */
    Members others(EndpointAddress[] some) {
        Members made = new Members(some, pool);
        return pool == null ? made : pool.same(made);
    }

    boolean isOfProcess() {
        return pool != null;
    }

    int size() {
        return members.length;
    }

    EndpointAddress member(int rank) {
        return members[rank];
    }

    /** Returns the members in order; not to be changed. */
    EndpointAddress[] all() {
        return members;
    }

    /** Returns the rank of each; not to be changed. */
    Map<EndpointAddress, Integer> ranks() {
        Map<EndpointAddress, Integer> known = rankOf;
        if (known == null) {
            known = new HashMap<>();
            for (int rank = 0; rank < members.length; rank++) {
                known.put(members[rank], rank);
            }
            rankOf = known;
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof Members those && hash == those.hash && Arrays.equals(members, those.members);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
