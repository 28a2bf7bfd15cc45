package org.sennit;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.group.Comparison;
import org.sennit.internal.endpoints.group.Group;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Who belongs to a {@link Communicator}, and where they live. (MPI 4.1, sections 7.3 and 7.4.1) */
public abstract class MembershipCalls extends ObjectCalls {
    private final Endpoint endpoint;
    private final CommContext context;

    /** Made by its communicator only. */
    MembershipCalls(Endpoint endpoint, CommContext context) {
        super(context);
        this.endpoint = endpoint;
        this.context = context;
    }

    final CommContext context() {
        return context;
    }

    /** Returns what all these calls belong to. */
    abstract Communicator self();

    /**
     * Returns this endpoint, whose handle this is.
     *
     * @return the endpoint
     */
    public final Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Returns the caller's rank. (MPI_Comm_rank)
     *
     * @return 0 to size − 1
     */
    public final int rank() {
        return context.rank();
    }

    /**
     * The number of members; of an intercommunicator those of the local group. (MPI_Comm_size)
     *
     * @return at least 1
     */
    public final int size() {
        return context.group().size();
    }

    /**
     * The process in which a member lives; of an intercommunicator one of the local group.
     *
     * @param rank 0 to size − 1
     * @return the number of its process in the job
     * @throws SennitException RANK when there is no such member; final
     */
    public final int processOf(int rank) {
        if (rank < 0 || rank >= size()) {
            throw raised(new SennitException(
                    ErrorClass.RANK,
                    "rank outside the communicator: operation=processOf rank=" + rank + " size=" + size()
                            + " communicator=" + context));
        }
        return context.group().address(rank).process();
    }

    /**
     * The members as a group to calculate with; of an intercommunicator those of the local group. (MPI_Comm_group)
     *
     * @return the group
     */
    public final Group group() {
        return context.group().group(context.rank());
    }

    /**
     * Returns whether ranks name the members of another group. (MPI_Comm_test_inter)
     *
     * @return true for an {@link Intercommunicator}
     */
    public final boolean isInter() {
        return context.isInter();
    }

    /**
     * Returns how this communicator and another of the same endpoint are alike: identical when they are one and the same, congruent
     * when they have the same members in the same order, similar when in another order. Endpoints that were made one by each
     * member count as those that made them. (MPI_Comm_compare)
     *
     * @param other another communicator
     * @return the likeness
     */
    public final Comparison compare(Communicator other) {
        given(ErrorClass.COMM, "compare", "communicator", other);
        CommContext theirs = other.context();
        if (context.isInter() != theirs.isInter()) {
            return Comparison.UNEQUAL;
        }
        if (context.own() == theirs.own() && context.userContextId() == theirs.userContextId()) {
            return Comparison.IDENTICAL;
        }
        Comparison own = compare(context.group(), theirs.group());
        if (!context.isInter()) {
            return own;
        }
        Comparison remote = compare(context.peers(), theirs.peers());
        return own.compareTo(remote) > 0 ? own : remote;
    }

    /** Of two communicators that are not the same. */
    private static Comparison compare(RankMap one, RankMap other) {
        Comparison groups = one.group(-1).compare(other.group(-1));
        return groups == Comparison.IDENTICAL ? Comparison.CONGRUENT : groups;
    }

    /**
     * The members of both sides that have failed, as far as is known here; local. Without them,
     * {@code group().difference(failed())}, there is a group for {@link Communicator#createFromGroup}. Empty as long as the
     * job ends with the first failure. (MPIX_Comm_get_failed of ULFM)
     *
     * @return the group, to which the caller does not belong
     */
    public final Group failed() {
        return new Group(
                context.failedIdentities().toArray(EndpointAddress[]::new),
                context.group().peer(context.rank()).identity());
    }

    /**
     * Takes note of the members that have failed so far. A receive or probe from any source fails with PROC_FAILED while
     * there are failures that nobody has taken note of, since the one that it waits for may be dead; afterwards it waits for
     * the others. Local. (MPIX_Comm_ack_failed of ULFM)
     */
    public final void acknowledgeFailures() {
        context.acknowledgeFailures();
    }

    @Override
    public String toString() {
        return context.name() + " rank " + rank() + " of " + size();
    }
}
