package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.comm.EndpointState;
import org.sennit.internal.endpoints.comm.SharedComm;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.shm.team.Team;
import org.sennit.spi.progress.Progress;

/**
 * Makes a communicator from its members and its context id. Local; the first member of a process makes the state that
 * its members share.
 */
final class Assembly {
    private Assembly() {}

    /** Returns an ordinary communicator of the members of another. */
    static CommContext again(String name, int contextId, RankMap group, int rank, EndpointState own) {
        return of(name, contextId, () -> group, lowestHere(group), group.ownRanks().length, rank, own);
    }

    /** Returns an ordinary communicator; shared by {@code takers} calls with the same id and lowest endpoint. */
    static CommContext of(
            String name,
            int contextId,
            Supplier<RankMap> placement,
            int lowest,
            int takers,
            int rank,
            EndpointState own) {
        SharedComm shared = own.process().sharedComms().take(contextId, lowest, takers, () -> {
            RankMap group = placement.get();
            return new SharedComm(group, group, teamOf(group));
        });
        return new CommContext(name, contextId, shared, rank, own);
    }

    private static int lowestHere(RankMap group) {
        return group.peer(group.ownRanks()[0]).local().id();
    }

    /** Returns the id of the communicator that an intercommunicator of this id has for its own side. */
    static int localId(int contextId) {
        return contextId + ContextIds.EACH;
    }

    /**
     * Returns an intercommunicator.
     *
     * @param local the communicator of the local group, made for this one, with {@link #localId}
     * @param remote makes the other side
     */
    static CommContext inter(
            String name, int contextId, CommContext local, Supplier<RankMap> remote, boolean isLowSide) {
        RankMap group = local.group();
        SharedComm shared = local.own()
                .process()
                .sharedComms()
                .take(
                        contextId,
                        lowestHere(group),
                        group.ownRanks().length,
                        () -> new SharedComm(group, remote.get(), null));
        return new CommContext(name, contextId, shared, local, isLowSide);
    }

    /**
     * Makes the team of a group's own process.
     *
     * @return a team whose members are the group's ranks in this process, in ascending order
     */
    static Team teamOf(RankMap group) {
        List<Progress> progresses = new ArrayList<>();
        for (int r : group.ownRanks()) {
            progresses.add(group.peer(r).local().progress());
        }
        return new Team(progresses);
    }
}
