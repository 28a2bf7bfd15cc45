package org.sennit.internal.endpoints.comm;

import java.util.BitSet;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * Which members of a communicator have failed, as far as its process knew at one moment. Immutable, so that the threads
 * which share an endpoint may share it.
 */
final class FailedMembers {
    /** Before the first failure. */
    static final FailedMembers NONE = new FailedMembers(0, new Throwable[0], null, null);

    private final int known; // how many had failed in the job when this was made
    private final Throwable[] causes; // of those that a rank names in a message; null where it is well
    private final Throwable first; // of any member, of either side
    private final String who;

    private FailedMembers(int known, Throwable[] causes, Throwable first, String who) {
        this.known = known;
        this.causes = causes;
        this.first = first;
        this.who = who;
    }

    /**
     * Returns what is known now.
     *
     * @param failed who of the job has failed
     * @param group the members; of an intercommunicator the local group
     * @param peers whom a rank names; the same where there are not two sides
     */
    static FailedMembers of(FailedPeers failed, RankMap group, RankMap peers) {
        int known = failed.count(); // before the look: what comes meanwhile is looked for again
        Throwable[] causes = causes(failed, peers);
        Throwable[] own = group == peers ? causes : causes(failed, group);
        int at = firstOf(own);
        if (at >= 0) {
            return new FailedMembers(known, causes, own[at], "failed=" + at);
        }
        at = firstOf(causes);
        return at < 0
                ? new FailedMembers(known, causes, null, null)
                : new FailedMembers(known, causes, causes[at], "failed=" + at + " side=remote");
    }

    private static Throwable[] causes(FailedPeers failed, RankMap placement) {
        Throwable[] causes = new Throwable[placement.size()];
        for (int rank = 0; rank < causes.length; rank++) {
            causes[rank] = failed.causeOf(placement.address(rank));
        }
        return causes;
    }

    private static int firstOf(Throwable[] causes) {
        for (int rank = 0; rank < causes.length; rank++) {
            if (causes[rank] != null) {
                return rank;
            }
        }
        return -1;
    }

    /** Returns whether no member has failed since this was made. */
    boolean isCurrent(FailedPeers failed) {
        return known == failed.count();
    }

    /** Returns why a rank is taken for failed, or null. */
    Throwable causeOf(int rank) {
        return rank >= 0 && rank < causes.length ? causes[rank] : null;
    }

    /** Returns the cause of the first failure that is not among the given ones, or null; null stands for none. */
    Throwable firstBut(BitSet acknowledged) {
        for (int rank = 0; rank < causes.length; rank++) {
            if (causes[rank] != null && (acknowledged == null || !acknowledged.get(rank))) {
                return causes[rank];
            }
        }
        return null;
    }

    /** All ranks that have failed. */
    BitSet ranks() {
        BitSet ranks = new BitSet();
        for (int rank = 0; rank < causes.length; rank++) {
            if (causes[rank] != null) {
                ranks.set(rank);
            }
        }
        return ranks;
    }

    /** Returns why a member of either side is taken for failed; null when all are well. */
    Throwable first() {
        return first;
    }

    /** Returns which member that is, for an error text. */
    String who() {
        return who;
    }
}
