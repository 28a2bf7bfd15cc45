package org.sennit.internal.endpoints.comm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.shm.team.Team;
import org.sennit.internal.shm.team.TeamMember;

/** The state of a communicator that its members in one process share. Any thread may call. */
public final class SharedComm {
    private final RankMap group;
    private final RankMap peers;
    private final Team team;

    // Guarded by this: the object shared by the members of this process in their current collective.
    private long number = -1;
    private Object shared;
    private int left;

    // Guarded by this: by number, the teams of persistent collectives that not all members of this process have made.
    private final Map<Long, Pending> persistent = new HashMap<>();

    /** A team, and the number of members that have taken their places. */
    private static final class Pending {
        private final Team team;
        private int taken;

        private Pending(Team team) {
            this.team = team;
        }
    }

    /**
     * Makes the state.
     *
     * @param group its members; of an intercommunicator those of the local group
     * @param peers the endpoints that its ranks name in messages: the members, or those on the other side of an
     *     intercommunicator
     * @param team this process's members of the group, in ascending order; null for an intercommunicator, whose members
     *     meet in the communicator of their side
     */
    public SharedComm(RankMap group, RankMap peers, Team team) {
        this.group = group;
        this.peers = peers;
        this.team = team;
    }

    /** Returns the map of members to processes; of an intercommunicator those of the local group. */
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
     * Returns an object shared by all members in this process in one collective. Each takes it before it enters the
     * collective, which no member leaves before all have entered; so one object at a time is enough.
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
            shared = null; // from here on only its users hold it
        }
        return taken;
    }

    /**
     * Returns a member's handle on the team of a persistent collective. The members make these in the same order, but
     * none waits for another, so there may be several that not all have made.
     *
     * @param number of the collective, among the persistent ones
     * @param member its place in the communicator's team
     * @param isShared whether several threads may use the handle at once
     */
    synchronized TeamMember memberOf(long number, TeamMember member, boolean isShared) {
        Pending pending = persistent.computeIfAbsent(number, made -> new Pending(team.another()));
        TeamMember own = pending.team.member(member.index(), isShared);
        if (++pending.taken == team.size()) {
            persistent.remove(number);
        }
        return own;
    }
}
