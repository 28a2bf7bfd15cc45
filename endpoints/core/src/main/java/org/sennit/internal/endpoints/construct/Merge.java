package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Merges both sides of an intercommunicator into an ordinary communicator. (MPI 4.1, section 7.6.2) */
public final class Merge {
    private static final int MIXED = 2;

    private Merge() {}

    /**
     * Merges; collective over both sides.
     *
     * @param parent the intercommunicator's state
     * @param isHigh the same on all members of a side: whether it comes second. Where both sides say the same, the one
     *     whose leader had the lower rank in the peer communicator comes first
     * @param name the name of the new one
     * @throws SennitException ARG, on every member of both sides, when the members of a side do not say the same; final
     */
    public static CommContext merge(CommContext parent, Collectives localCollectives, boolean isHigh, String name) {
        int own = isHigh ? 1 : 0;
        int[] mine = SharedTable.allgather(
                parent.local(), localCollectives, Merge::summary, own, parent.proposedContextId(1));
        int[] theirs = new SideExchange(parent, localCollectives).exchange(mine, 2, numbers -> numbers);
        if (mine[0] == MIXED || theirs[0] == MIXED) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "the members of a side do not agree: operation=merge rank=" + parent.rank() + " isHigh=" + isHigh
                            + " communicator=" + parent);
        }
        int contextId = parent.chosenContextId(Math.max(mine[1], theirs[1]));
        boolean isFirst = mine[0] != theirs[0] ? !isHigh : parent.isLowSide();
        RankMap first = isFirst ? parent.group() : parent.peers();
        RankMap second = isFirst ? parent.peers() : parent.group();
        int rank = parent.rank() + (isFirst ? 0 : parent.peers().size());
        RankMap lowest = first.ownRanks().length > 0 ? first : second;
        return Assembly.of(
                        name,
                        contextId,
                        () -> union(first, second, parent.own().process().process()),
                        lowest.peer(lowest.ownRanks()[0]).local().id(),
                        first.ownRanks().length + second.ownRanks().length,
                        rank,
                        parent.own())
                .cameFrom(Origin.cameThrough(parent));
    }

    /** Returns a group's argument, 0 or 1, or that its members differ, and the context id that it proposes. */
    private static int[] summary(int[] all) {
        int[] side = {all[0], ContextIds.NONE};
        for (int at = 0; at < all.length; at += 2) {
            side[0] = all[at] == all[0] ? side[0] : MIXED;
            side[1] = Math.max(side[1], all[at + 1]);
        }
        return side;
    }

    private static RankMap union(RankMap first, RankMap second, int process) {
        List<Peer> members = new ArrayList<>(List.of(first.peers()));
        members.addAll(List.of(second.peers()));
        return new RankMap(members, process);
    }
}
