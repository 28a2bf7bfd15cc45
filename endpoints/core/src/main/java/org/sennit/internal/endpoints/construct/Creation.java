package org.sennit.internal.endpoints.construct;

import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.ContextIds;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.endpoints.group.Subset;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Makes communicators of groups. (MPI 4.1, section 7.4.2) */
public final class Creation {
    private static final int FIELDS = 5; // leader, size, two halves of the hash, proposed context id
    private static final int NONE = -1; // leader of those that get no communicator
    private static final int BAD = -2; // leader of those whose group is not of this communicator

    /** How long the news of a failure may take that explains why members have given different groups. */
    private static final long NEWS_NS = 1_000_000_000;

    private Creation() {}

    /**
     * Makes a communicator of each group that is given; collective over the parent. Disjoint
     * groups may be given at once.
     *
     * @param parent the parent's state
     * @param group members of the parent, the same on all of them; null is returned to a caller outside the group
     * @param name the name of the new one
     * @return the state of the new one; null when the caller is not in its group
     * @throws SennitException GROUP, on every member, when a group is not part of the parent or its members do
     *     not give the same; final
     */
    public static CommContext ofGroup(CommContext parent, Collectives collectives, MemberGroup group, String name) {
        MemberGroup given = group == null ? MemberGroup.EMPTY : group;
        Subset subset = parent.group().subset(given);
        int own = ownIndex(parent, given);
        int leader = group == null || subset.ranks() == null ? BAD : own < 0 ? NONE : subset.ranks()[0];
        int largest = SharedTable.allgather(
                parent,
                collectives,
                all -> checked(all, parent),
                leader,
                given.size(),
                (int) subset.hash(),
                (int) (subset.hash() >>> Integer.SIZE),
                parent.proposedContextId(1));
        int contextId = parent.chosenContextId(largest);
        return own < 0 ? null : assembled(parent, contextId, subset, own, name).cameFrom(Origin.cameThrough(parent));
    }

    /**
     * Makes an intercommunicator of a group of each side; collective over both sides.
     *
     * @param parent the state of an intercommunicator
     * @param localCollectives the collectives of its own side
     * @param group members of the local group, the same on all of them, also on those outside it
     * @param name the name of the new one
     * @return the state of the new one; null when the caller is not in its group, or the group of a side is empty
     * @throws SennitException GROUP, on every member of both sides, when a group is not part of its side or the members
     *     of a side do not give the same; final
     */
    public static CommContext ofGroups(
            CommContext parent, Collectives localCollectives, MemberGroup group, String name) {
        MemberGroup given = group == null ? MemberGroup.EMPTY : group;
        Subset subset = parent.group().subset(given);
        boolean isAgreed = SharedTable.allgather(
                parent.local(),
                localCollectives,
                Creation::areAllSame,
                group == null || subset.ranks() == null ? 0 : 1,
                given.size(),
                (int) subset.hash(),
                (int) (subset.hash() >>> Integer.SIZE));
        int own = ownIndex(parent, given);
        int color = !isAgreed ? Colors.NO_GROUP : own < 0 ? MemberGroup.UNDEFINED : 0;
        return Split.inter(
                parent, localCollectives, color, Math.max(own, 0), name, colors -> colors.checkGroups(parent));
    }

    private static boolean areAllSame(int[] all) {
        for (int i = 0; i < all.length; i++) {
            if (all[i] != all[i % 4] || all[0] == 0) {
                return false;
            }
        }
        return true;
    }

    private static CommContext assembled(CommContext parent, int contextId, Subset subset, int own, String name) {
        int process = parent.own().process().process();
        return Assembly.of(
                name,
                contextId,
                () -> new RankMap(Split.peers(parent.group(), subset.ranks()), process),
                subset.lowest(),
                subset.here(),
                own,
                parent.own());
    }

    /** Checks the numbers, as all processes do alike; returns the largest proposal of a context id. */
    private static int checked(int[] all, CommContext parent) {
        int size = all.length / FIELDS;
        int largest = ContextIds.NONE;
        int[] count = new int[size];
        for (int r = 0; r < size; r++) {
            largest = Math.max(largest, all[FIELDS * r + 4]);
            int leader = all[FIELDS * r];
            if (leader >= 0) {
                count[leader]++;
            }
        }
        for (int r = 0; r < size; r++) {
            int at = FIELDS * r;
            int leader = all[at];
            if (leader == BAD) {
                throw new SennitException(
                        ErrorClass.GROUP,
                        "no group, or a member of it is not in the communicator: operation=create rank=" + r
                                + " communicator=" + parent);
            }
            if (leader >= 0 && (count[leader] != all[at + 1] || !isSameHash(all, r, leader))) {
                throw new SennitException(
                        ErrorClass.GROUP,
                        "the members of a group have given different groups: operation=create rank=" + r + " leader="
                                + leader + " communicator=" + parent);
            }
        }
        return largest;
    }

    private static boolean isSameHash(int[] all, int rank, int leader) {
        return all[FIELDS * rank + 2] == all[FIELDS * leader + 2] && all[FIELDS * rank + 3] == all[FIELDS * leader + 3];
    }

    /**
     * Makes a communicator of a group; collective over the group only. Groups that have no member in common
     * may do so at the same time.
     *
     * @param parent a communicator to which all of them belong
     * @param group members of the parent, the caller among them, the same on all of them
     * @param tag the same on all of them; distinguishes calls that threads of a rank make at once
     * @param name the name of the new one
     * @throws SennitException GROUP when the caller is not in the group, when the group is not part of the parent, or
     *     when its members do not give the same; TAG; PROC_FAILED when a member of the group has failed; final
     */
    public static CommContext collectiveOverGroup(CommContext parent, MemberGroup group, int tag, String name) {
        if (tag < 0) {
            throw new SennitException(
                    ErrorClass.TAG,
                    "tag outside 0 to 2147483647: operation=createFromGroup rank=" + parent.rank() + " tag=" + tag
                            + " communicator=" + parent);
        }
        Subset subset = parent.group().subset(group);
        int[] ranks = subset.ranks();
        int own = ownIndex(parent, group);
        if (ranks == null || own < 0) {
            throw new SennitException(
                    ErrorClass.GROUP,
                    (ranks == null
                                    ? "a member of the group is not in the communicator"
                                    : "the caller is not in the group")
                            + ": operation=createFromGroup rank=" + parent.rank() + " communicator=" + parent);
        }
        int low = (int) subset.hash();
        int high = (int) (subset.hash() >>> Integer.SIZE);
        int proposed = parent.own().process().contextIds().propose(own == 0, 1);
        int[] values = {proposed, low, ~low, high, ~high};
        PrivateMessages messages =
                new PrivateMessages(parent, PrivateMessages.Kind.GROUP, () -> failure(parent, ranks));
        failIfGone(parent, messages);
        GroupAgreement agreement = new GroupAgreement(messages, ranks, own, tag);
        agreement.max(values);
        if (values[1] != ~values[2] || values[3] != ~values[4]) {
            failAtNews(parent, ranks);
            throw new SennitException(
                    ErrorClass.GROUP,
                    "the members of a group have given different groups: operation=createFromGroup rank="
                            + parent.rank() + " tag=" + tag + " communicator=" + parent);
        }
        int contextId = parent.chosenContextId(values[0]);
        confirm(parent, agreement, values, contextId);
        return assembled(parent, contextId, subset, own, name);
    }

    /**
     * Waits until all members know the context id, so that none uses the communicator before. A member that fails here
     * refuses what others, who have come through, send in it.
     */
    private static void confirm(CommContext parent, GroupAgreement agreement, int[] values, int contextId) {
        try {
            agreement.max(values.clone());
        } catch (SennitException e) {
            for (int id : ContextIds.ofCalls(contextId)) {
                parent.device().self().queue().shutdown().revoke(id);
            }
            throw e;
        }
    }

    private static void failIfGone(CommContext parent, PrivateMessages messages) {
        SennitException error = parent.isAnyFailed() ? messages.failure().get() : null;
        if (error != null) {
            throw error;
        }
    }

    /**
     * Throws when a member turns out to have failed: after another failure, members may know of different ones, and
     * give different groups for that reason.
     */
    private static void failAtNews(CommContext parent, int[] ranks) {
        if (!parent.isAnyFailed()) {
            return;
        }
        parent.device().self().progress().await(() -> failure(parent, ranks) != null, NEWS_NS);
        SennitException error = failure(parent, ranks);
        if (error != null) {
            throw error;
        }
    }

    /** Returns the error of a failed rank among these; null when there is none. */
    private static SennitException failure(CommContext parent, int[] ranks) {
        for (int rank : ranks) {
            Throwable cause = parent.failureOf(rank);
            if (cause != null) {
                return new SennitException(
                        ErrorClass.PROC_FAILED,
                        "a member of the group has failed: operation=createFromGroup rank=" + parent.rank() + " failed="
                                + rank + " size=" + ranks.length + " communicator=" + parent + " cause="
                                + cause.getMessage(),
                        cause);
            }
        }
        return null;
    }

    /** Returns the caller's rank in a group, whatever view the group is; negative when it is not a member. */
    private static int ownIndex(CommContext parent, MemberGroup group) {
        return group.rankOf(parent.group().peer(parent.rank()).identity());
    }
}
