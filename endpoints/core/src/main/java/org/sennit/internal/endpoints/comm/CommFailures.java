package org.sennit.internal.endpoints.comm;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.RankScope;

/**
 * What one member of a communicator knows of failures that concern it: which members have failed, which of these
 * failures the user has acknowledged, and which members take no part although they have not failed, because one of the
 * parent's has failed while the communicator was made.
 *
 * <p>Belongs to the threads that drive the endpoint, but for what says otherwise.
 */
public final class CommFailures {
    private final CommContext comm;
    private final FailedPeers failed;

    // For the local group of an intercommunicator: those of that one. Volatile store when that one is made; any thread
    // loads.
    private volatile CommFailures whole = this;

    // The failed members as last looked up. Immutable: threads that share the endpoint, and those that learn of
    // failures, may see an older one, and look again.
    private FailedMembers failedMembers = FailedMembers.NONE;

    // The members whose failure the user has acknowledged; not changed after the volatile store; null: none. Volatile
    // load by any thread of the endpoint that receives from any source.
    private volatile BitSet acknowledged;

    private FailedMembers failedMakers = FailedMembers.NONE; // of the watch thread: those of the parent, as last seen

    // Volatile store by the watch thread, which then has the endpoint's thread look, or by that one before the first
    // call; volatile load after a failure. Why a member that has not failed takes no part in calls; null: none is
    // known. Of an intercommunicator in `whole`.
    private volatile Throwable givenUp;

    // As givenUp: why members do not have the communicator, by rank as in messages; replaced as a whole. Null: none is
    // known.
    private volatile Throwable[] absent;

    CommFailures(CommContext comm, FailedPeers failed) {
        this.comm = comm;
        this.failed = failed;
    }

    /** Makes this one, of the local group of an intercommunicator, look at both groups from here on. */
    void extendTo(CommFailures inter) {
        whole = inter;
        if (givenUp != null) {
            inter.givenUp = givenUp;
        }
    }

    /** Returns the failed members; empty while no endpoint of the job has failed. */
    private FailedMembers members() {
        FailedMembers known = failedMembers;
        if (!known.isCurrent(failed)) {
            known = FailedMembers.of(failed, comm.group(), comm.peers());
            failedMembers = known;
        }
        return known;
    }

    /** As {@link CommContext#failureOf}. */
    Throwable of(int source) {
        return source < 0 ? but(rank -> false) : causeOf(source);
    }

    /** As {@link CommContext#failedRank}. */
    int failedRank(int source) {
        return source < 0 ? firstBut(rank -> false) : source;
    }

    /** As {@link CommContext#failureBut}. */
    Throwable but(IntPredicate isGivenUp) {
        return causeOf(firstBut(isGivenUp));
    }

    private Throwable causeOf(int rank) {
        Throwable cause = members().causeOf(rank);
        Throwable[] known = absent;
        return cause == null && known != null && rank >= 0 && rank < known.length ? known[rank] : cause;
    }

    /**
     * Returns a rank that has failed, or does not have this communicator, but for the given ones; −1 if there is none.
     */
    private int firstBut(IntPredicate isGivenUp) {
        int failedOne = members().firstRankBut(acknowledged, isGivenUp);
        Throwable[] known = failedOne < 0 ? absent : null;
        for (int rank = 0; known != null && rank < known.length; rank++) {
            if (known[rank] != null && (acknowledged == null || !acknowledged.get(rank)) && !isGivenUp.test(rank)) {
                return rank;
            }
        }
        return failedOne;
    }

    /** As {@link CommContext#acknowledgeFailures}. */
    void acknowledge() {
        BitSet ranks = members().ranks();
        Throwable[] known = absent;
        for (int rank = 0; known != null && rank < known.length; rank++) {
            if (known[rank] != null) {
                ranks.set(rank);
            }
        }
        acknowledged = ranks;
    }

    /** As {@link CommContext#failedIdentities}. */
    List<EndpointAddress> identities() {
        List<EndpointAddress> identities = new ArrayList<>();
        addFailed(comm.group().peers(), identities);
        if (comm.group() != comm.peers()) {
            addFailed(comm.peers().peers(), identities);
        }
        return identities;
    }

    private void addFailed(Peer[] some, List<EndpointAddress> identities) {
        for (Peer peer : some) {
            if (failed.causeOf(peer.address()) != null) {
                identities.add(peer.identity());
            }
        }
    }

    /** As {@link CommContext#isBroken}. */
    boolean isBroken() {
        return whole.givenUp != null || whole.members().first() != null;
    }

    /** As {@link CommContext#memberFailed}. */
    SennitException error(String operation) {
        FailedMembers members = whole.members();
        Throwable cause = members.first();
        String what = "a member has failed: ";
        String who = " " + members.who();
        if (cause == null) {
            cause = whole.givenUp;
            what = "a member has given up, since one of the parent's has failed: ";
            who = "";
        }
        return new SennitException(
                ErrorClass.PROC_FAILED,
                what + "operation=" + operation + " rank=" + comm.rank() + who + " communicator=" + comm.name()
                        + " size=" + comm.group().size() + " cause=" + cause.getMessage(),
                cause);
    }

    /**
     * Returns the failure because of which another member may not have come through the construction; null when there
     * is none. For the watch thread.
     */
    public Throwable doubt() {
        Origin origin = comm.origin();
        if (origin == null || failed.count() == 0) {
            return null;
        }
        if (!failedMakers.isCurrent(failed)) {
            failedMakers = FailedMembers.of(failed, origin.group(), origin.peers());
        }
        return failedMakers.first();
    }

    /**
     * Ends the calls in which all members take part: a member does not have this communicator, or has given it up. For
     * the watch thread; the calls end in the thread that drives the endpoint.
     *
     * @param why the failure because of which it has done so
     */
    public void giveUp(Throwable why) {
        if (whole.givenUp == null) {
            whole.givenUp = why;
            comm.endpoint().progress().defer(whole::refuse);
        }
    }

    private void refuse() {
        comm.own().refuseIfBroken(comm);
        if (comm.local() != null) {
            comm.own().refuseIfBroken(comm.local());
        }
    }

    /**
     * Ends what waits for a member that does not have this communicator. As {@link #giveUp}.
     *
     * @param endpoint the member, as {@link RankScope} numbers it
     * @param why the failure because of which it does not
     */
    public void lacks(long endpoint, Throwable why) {
        long[] all = comm.peers().endpoints();
        Throwable[] known = absent == null ? new Throwable[all.length] : absent.clone();
        boolean isNew = false;
        for (int peer = 0; peer < all.length; peer++) {
            if (all[peer] == endpoint && known[peer] == null) {
                isNew = true;
                known[peer] = new SennitException(
                        ErrorClass.PROC_FAILED,
                        "it does not have the communicator, since one of the parent's has failed while that was made: "
                                + why.getMessage(),
                        why);
            }
        }
        if (isNew) {
            absent = known;
            comm.endpoint()
                    .progress()
                    .defer(() -> comm.endpoint().queue().shutdown().endHopeless());
        }
    }

    /** Returns whether one of those who have made this communicator has failed. */
    boolean isInDoubt() {
        Origin origin = comm.origin();
        return origin != null
                && failed.count() != 0
                && FailedMembers.of(failed, origin.group(), origin.peers()).first() != null;
    }

    /** As {@link #giveUp}, where it is this endpoint that others take for one that has given up. */
    void taken() {
        if (whole.givenUp == null) {
            whole.givenUp = new SennitException(
                    ErrorClass.PROC_FAILED, "a member of the parent has failed while the communicator was made");
        }
    }
}
