package org.sennit.internal.endpoints.comm;

import java.util.BitSet;
import java.util.function.IntPredicate;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * A snapshot of the failed members of a communicator, as known to its process. Immutable, so that threads of an
 * endpoint may share it.
 */
final class FailedMembers {
    /** The state before the first failure. */
    static final FailedMembers NONE = new FailedMembers(0, new Throwable[0], null, null);

    private final int known; // how many had failed in the job when this was made
    private final Throwable[] causes; // by rank as in messages; null: not failed
    private final Throwable first; // of any member, of either side
    private final String who;

    private FailedMembers(int known, Throwable[] causes, Throwable first, String who) {
        this.known = known;
        this.causes = causes;
        this.first = first;
        this.who = who;
    }

    /**
     * Returns a snapshot.
     *
     * @param failed the peers of the job that have failed
     * @param group the members; of an intercommunicator the local group
     * @param peers the endpoints that a rank names; the same group where there are not two sides
     */
    static FailedMembers of(FailedPeers failed, RankMap group, RankMap peers) {
        int known = failed.count(); // read first: a later failure makes the snapshot not current
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

    /** Returns the cause of a rank's failure, or null. */
    Throwable causeOf(int rank) {
        return rank >= 0 && rank < causes.length ? causes[rank] : null;
    }

    /**
     * Returns the first rank that has failed; −1 if there is none.
     *
     * @param acknowledged ranks that do not count; null stands for none
     * @param isGivenUp others that do not, since a caller has given them up
     */
    int firstRankBut(BitSet acknowledged, IntPredicate isGivenUp) {
        for (int rank = 0; rank < causes.length; rank++) {
            if (causes[rank] != null && (acknowledged == null || !acknowledged.get(rank)) && !isGivenUp.test(rank)) {
                return rank;
            }
        }
        return -1;
    }

    /** Returns all ranks that have failed. */
    BitSet ranks() {
        BitSet ranks = new BitSet();
        for (int rank = 0; rank < causes.length; rank++) {
            if (causes[rank] != null) {
                ranks.set(rank);
            }
        }
        return ranks;
    }

    /** Returns the cause of the first failure on either side, or null. */
    Throwable first() {
        return first;
    }

    /** Returns which member that is, for an error text. */
    String who() {
        return who;
    }
}
