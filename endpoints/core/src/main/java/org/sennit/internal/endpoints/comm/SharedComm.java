package org.sennit.internal.endpoints.comm;

import java.util.function.Supplier;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.shm.team.Team;

/**
 * What the endpoints of one process have in common of a communicator. Any thread may call.
 */
public final class SharedComm {
    private final RankMap group;
    private final RankMap peers;
    private final Team team;

    // Under this object's lock: what the members of this process take for the collective that they are in.
    private long number = -1;
    private Object shared;
    private int left;

    /**
     * Makes it.
     *
     * @param group its members; of an intercommunicator those of the local group
     * @param peers whom its ranks name in messages: the members, or those on the other side of an intercommunicator
     * @param team this process's members of the group, in ascending order; null for an intercommunicator, whose members
     *     meet in the communicator of their side
     */
    public SharedComm(RankMap group, RankMap peers, Team team) {
        this.group = group;
        this.peers = peers;
        this.team = team;
    }

    /**
     * Returns the members.
     *
     * @return where they live; of an intercommunicator those of the local group
     */
    public RankMap group() {
        return group;
    }

    /** Returns the group that ranks name in messages: the members, or the other side of an intercommunicator. */
    public RankMap peers() {
        return peers;
    }

    /** Returns the team of this process's members; null for an intercommunicator. */
    public Team team() {
        return team;
    }

    /**
     * Takes an object that all members in this process use in one collective. Each takes it before it enters that collective,
     * which none leaves before all have entered; so the object of one call at a time is enough.
     *
     * @param maker makes it, for the first member that comes
     */
    synchronized Object share(long call, Supplier<?> maker) {
        if (call != number) {
            number = call;
            shared = maker.get();
            left = group.ownRanks().length;
        }
        Object taken = shared;
        if (--left == 0) {
            shared = null; // only those that use it hold it
        }
        return taken;
    }
}
