package org.sennit.internal.endpoints.construct;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Makes an intercommunicator of two communicators. The leaders exchange the lists of their members over a context that
 * only constructors use, and broadcast them to their side. Members are endpoints, so it does not matter whose processes
 * they live in; only an endpoint on both sides is an error, on every member. (MPI 4.1, section 7.6.2)
 */
public final class InterCreation {
    private static final int FINE = 0;
    private static final int OVERLAP = 1;
    private static final int LEADER_FAILED = 2;
    private static final int NO_ID = -1; // no multiple of ContextIds.EACH, so no context id

    private InterCreation() {}

    /**
     * Makes an intercommunicator; collective over the local communicators of both sides.
     *
     * @param side the local communicator's state
     * @param localLeader a rank of it, the same on all its members
     * @param peer a communicator to which both leaders belong; looked at only at the leader
     * @param remoteLeader the other leader's rank there; looked at only at the leader
     * @param tag the same on both leaders
     * @param name the name of the new one
     * @return the state of the new one
     * @throws SennitException GROUP on every member when an endpoint is on both sides; RANK, TAG, COMM for a wrong
     *     argument, on every member of this side; final
     */
    public static CommContext create(
            CommContext side,
            Collectives collectives,
            int localLeader,
            CommContext peer,
            int remoteLeader,
            int tag,
            String name) {
        if (localLeader < 0 || localLeader >= side.group().size()) {
            throw new SennitException(
                    ErrorClass.RANK,
                    "leader outside the communicator: operation=createIntercommunicator leader=" + localLeader
                            + " size=" + side.group().size() + " communicator=" + side);
        }
        LeaderNews news = new LeaderNews(side, collectives, localLeader);
        boolean isLeader = side.rank() == localLeader;
        int[] list = isLeader ? listOfOtherSide(side, news, peer, remoteLeader, tag) : null;
        int[] theirs = news.tell(list, isLeader ? list.length : lengthFromLeader(side, news));
        // Agreed in three steps, since the leaders had to know first whether the other side can take part at all.
        int largest = SharedTable.max(collectives, side.proposedContextId(2));
        int[] proposed = {largest, 0, side.userContextId(), side.constructions().number()};
        SennitException failure = isLeader ? agree(side, peer, remoteLeader, tag, theirs, proposed) : null;
        int[] agreed = news.tell(proposed, proposed.length);
        if (agreed[0] == NO_ID) {
            side.constructions().fail();
            throw failure != null ? failure : leaderFailed(side, localLeader, ErrorClass.values()[agreed[1]]);
        }
        int contextId = side.chosenContextId(agreed[0]);
        CommContext local =
                Assembly.again(name + ".side", Assembly.localId(contextId), side.group(), side.rank(), side.own());
        CommContext made = Assembly.inter(
                name,
                contextId,
                local,
                () -> {
                    List<Peer> peers = MemberList.peers(theirs, side.own().process());
                    return new RankMap(peers, side.own().process().process());
                },
                agreed[1] == 1);
        local.cameFrom(Origin.cameThrough(side).andOthers(made.peers()));
        return made.cameFrom(new Origin(agreed[2], agreed[3], made.peers(), side.group(), endpoint -> endpoint));
    }

    /**
     * Leaders: agree on a context id, and swap the origins; returns the error, of which the local group is to be
     * notified.
     */
    private static SennitException agree(
            CommContext side, CommContext peer, int remoteLeader, int tag, int[] theirs, int[] agreed) {
        try {
            PrivateMessages messages = new PrivateMessages(peer, PrivateMessages.Kind.IDS, () -> failure(side, theirs));
            int[] other = messages.exchange(remoteLeader, tag, agreed, agreed.length);
            agreed[0] = Math.max(agreed[0], other[0]);
            agreed[1] = isLowSide(peer, remoteLeader) ? 1 : 0;
            agreed[2] = other[2];
            agreed[3] = other[3];
            return null;
        } catch (SennitException e) {
            agreed[0] = NO_ID;
            agreed[1] = e.errorClass().ordinal();
            return e;
        }
    }

    /** Returns the error of a failed member of either side; null when there is none. */
    private static SennitException failure(CommContext side, int[] theirs) {
        if (side.isBroken()) {
            return side.memberFailed("createIntercommunicator");
        }
        for (EndpointAddress address : MemberList.addresses(theirs)) {
            Throwable cause = side.device().failedPeers().causeOf(address);
            if (cause != null) {
                return new SennitException(
                        ErrorClass.PROC_FAILED,
                        "a member of the other side has failed: operation=createIntercommunicator rank=" + side.rank()
                                + " failed=" + address + " communicator=" + side + " cause=" + cause.getMessage(),
                        cause);
            }
        }
        return null;
    }

    private static SennitException leaderFailed(CommContext side, int localLeader, ErrorClass errorClass) {
        return new SennitException(
                errorClass,
                "the leader's part has failed: operation=createIntercommunicator rank=" + side.rank() + " leader="
                        + localLeader + " communicator=" + side);
    }

    private static boolean isLowSide(CommContext peer, int remoteLeader) {
        return peer.isInter() ? peer.isLowSide() : peer.rank() < remoteLeader;
    }

    /** Swaps the lists as leader, and sends the local group whether to continue, and the length of the list. */
    private static int[] listOfOtherSide(
            CommContext side, LeaderNews news, CommContext peer, int remoteLeader, int tag) {
        int[] theirs;
        try {
            checkLeader(side, peer, remoteLeader, tag);
            PrivateMessages messages = new PrivateMessages(
                    peer, PrivateMessages.Kind.SIDES, () -> null); // the remote leader always answers, or dies
            theirs = messages.exchange(remoteLeader, tag, MemberList.of(side.group()));
        } catch (SennitException e) {
            news.tell(new int[] {LEADER_FAILED, e.errorClass().ordinal()}, 2);
            throw e;
        }
        boolean isOverlapping = isOverlapping(side.group(), theirs);
        news.tell(new int[] {isOverlapping ? OVERLAP : FINE, theirs.length}, 2);
        if (isOverlapping) {
            throw overlap(side);
        }
        return theirs;
    }

    private static int lengthFromLeader(CommContext side, LeaderNews news) {
        int[] answer = news.tell(null, 2);
        if (answer[0] == OVERLAP) {
            throw overlap(side);
        }
        if (answer[0] == LEADER_FAILED) {
            throw leaderFailed(side, news.leader(), ErrorClass.values()[answer[1]]);
        }
        return answer[1];
    }

    private static void checkLeader(CommContext side, CommContext peer, int remoteLeader, int tag) {
        if (peer == null) {
            throw new SennitException(
                    ErrorClass.COMM,
                    "the leader needs a peer communicator: operation=createIntercommunicator rank=" + side.rank()
                            + " communicator=" + side);
        }
        peer.checkOpen("createIntercommunicator");
        if (peer.own() != side.own()) {
            throw new SennitException(
                    ErrorClass.COMM,
                    "the peer communicator is another endpoint's: operation=createIntercommunicator rank=" + side.rank()
                            + " peer=" + peer + " communicator=" + side);
        }
        if (remoteLeader < 0 || remoteLeader >= peer.peers().size()) {
            throw new SennitException(
                    ErrorClass.RANK,
                    "remote leader outside the peer communicator: operation=createIntercommunicator remoteLeader="
                            + remoteLeader + " size=" + peer.peers().size() + " peer=" + peer);
        }
        if (tag < 0) {
            throw new SennitException(
                    ErrorClass.TAG, "tag outside 0 to 2147483647: operation=createIntercommunicator tag=" + tag);
        }
        if (!peer.isInter() && remoteLeader == peer.rank()) {
            throw overlap(side);
        }
    }

    private static boolean isOverlapping(RankMap group, int[] theirs) {
        Set<EndpointAddress> others = new HashSet<>(MemberList.identities(theirs));
        for (int rank = 0; rank < group.size(); rank++) {
            if (others.contains(group.peer(rank).identity())) {
                return true;
            }
        }
        return false;
    }

    private static SennitException overlap(CommContext side) {
        return new SennitException(
                ErrorClass.GROUP,
                "an endpoint is on both sides: operation=createIntercommunicator rank=" + side.rank() + " communicator="
                        + side);
    }
}
