package org.sennit.internal.endpoints.construct;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;

/**
 * Broadcasts from a leader to the members of its side. Collective; blocks.
 *
 * @param side the communicator
 * @param leader the leader's rank
 */
record LeaderNews(CommContext side, Collectives collectives, int leader) {
    /** Brings numbers of the leader to all members, which share the array and do not change it. */
    int[] tell(int[] values, int length) {
        return SharedTable.broadcast(side, collectives, values, length, leader, numbers -> numbers);
    }
}
