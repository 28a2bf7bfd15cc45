package org.sennit.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import org.sennit.endpoints.coll.Collectives;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.comm.ContextIds;
import org.sennit.endpoints.device.Peer;
import org.sennit.endpoints.group.Placement;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/** Makes one ordinary communicator of both sides of an intercommunicator. (MPI 4.1, section 7.6.2) */
public final class Merge {
    private static final int MIXED = 2;

    private Merge() {}

    /**
     * Merges; collective over both sides.
     *
     * @param parent the intercommunicator's state
     * @param localCollectives the collectives of its own side
     * @param isHigh the same on all members of a side: whether it comes second. Where both sides say the same, the one whose
     *     leader had the lower rank in the peer communicator comes first
     * @param name the name of the new one
     * @return the state of the new one
     * @throws SennitException ARG, on every member of both sides, when the members of a side do not say the same; final
     */
    public static CommContext merge(CommContext parent, Collectives localCollectives, boolean isHigh, String name) {
        int own = isHigh ? 1 : 0;
        int[] all =
                new MemberExchange(localCollectives, parent.group().size()).allgather(own, parent.proposedContextId(1));
        int[] mine = {own, ContextIds.NONE};
        for (int at = 0; at < all.length; at += 2) {
            mine[0] = all[at] == own ? mine[0] : MIXED;
            mine[1] = Math.max(mine[1], all[at + 1]);
        }
        int[] theirs = new SideExchange(parent, localCollectives).exchange(mine, 2);
        if (mine[0] == MIXED || theirs[0] == MIXED) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "the members of a side do not agree: operation=merge rank=" + parent.rank() + " isHigh=" + isHigh
                            + " communicator=" + parent);
        }
        int contextId = parent.chosenContextId(Math.max(mine[1], theirs[1]));
        boolean isFirst = mine[0] != theirs[0] ? !isHigh : parent.isLowSide();
        List<Peer> members = new ArrayList<>();
        add(isFirst ? parent.group() : parent.peers(), members);
        add(isFirst ? parent.peers() : parent.group(), members);
        int rank = parent.rank() + (isFirst ? 0 : parent.peers().size());
        return Assembly.of(name, contextId, members, rank, parent.own());
    }

    private static void add(Placement side, List<Peer> members) {
        for (int rank = 0; rank < side.size(); rank++) {
            members.add(side.peer(rank));
        }
    }
}
