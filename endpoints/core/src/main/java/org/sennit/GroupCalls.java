package org.sennit;

import java.util.List;
import java.util.Map;
import org.sennit.message.SennitException;

/**
 * The members of a {@link Communicator}, their placement, and constructors of communicators. All members call the same
 * constructors in the same order; no message of a user matches what constructors send. The caller closes a communicator
 * that it no longer needs. (MPI 4.1, chapter 7)
 */
public interface GroupCalls {
    /** The color of members that want no communicator from {@link #split}; the rank in a group without the endpoint. */
    int UNDEFINED = Group.UNDEFINED;

    /**
     * Returns the process in which a member lives; of an intercommunicator one of the local group.
     *
     * @param rank 0 to size − 1
     * @return the number of its process in the job
     * @throws SennitException RANK when there is no such member; final
     */
    int processOf(int rank);

    /**
     * Returns the members as a group to calculate with; of an intercommunicator those of the
     * local group. (MPI_Comm_group)
     *
     * @return the group
     */
    Group group();

    /**
     * Returns whether ranks name the members of another group. (MPI_Comm_test_inter)
     *
     * @return true for an {@link Intercommunicator}
     */
    boolean isInter();

    /**
     * Compares this communicator with another of the same endpoint: identical when they are one and the same, congruent
     * when they have the same members in the same order, similar when in another order. Endpoints that were made one by
     * each member count as those that made them. (MPI_Comm_compare)
     *
     * @param other another communicator
     * @return the likeness
     * @throws SennitException COMM when there is no other one, or after {@link Communicator#close}; final
     */
    Comparison compare(Communicator other);

    /**
     * Returns the members of both sides that have failed, as far as is known here; local. Without them,
     * {@code group().difference(failed())}, there is a group for {@link Communicator#createFromGroup}. Empty as long as
     * the job ends with the first failure. (MPIX_Comm_get_failed of ULFM)
     *
     * @return the group, to which the caller does not belong
     */
    Group failed();

    /**
     * Acknowledges the failures of members that are known here. A receive or probe from any source fails with
     * PROC_FAILED while a failure is not acknowledged, since its sender may be the failed member; afterwards it waits
     * for the others. Local. (MPIX_Comm_ack_failed of ULFM)
     */
    void acknowledgeFailures();

    /**
     * Makes a communicator with the same members and ranks, whose messages never meet those of this one. Attributes are
     * copied as their keys say, hints are not (MPI 4.1, section 7.4.2). Collective; blocks. (MPI_Comm_dup)
     *
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    Communicator duplicate();

    /**
     * Makes a communicator with the same members and ranks, and other hints. Collective;
     * blocks. (MPI_Comm_dup_with_info)
     *
     * @param info the hints of the new one by name, see {@link Communicator#info}; those of this one do not count
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    Communicator duplicate(Map<String, String> info);

    /**
     * Splits the members by color, in the order of their keys over all processes, ties by the old rank. Of an
     * intercommunicator both sides are split. Collective; blocks. (MPI_Comm_split)
     *
     * @param color members of one color come together; {@link #UNDEFINED} for none
     * @param key decides the new order
     * @return the new one; null for {@link #UNDEFINED}, and where the other side of an intercommunicator has
     *     no member of this color
     * @throws SennitException ARG on every member when a color is negative; see {@link Communicator}
     */
    Communicator split(int color, int key);

    /**
     * Splits the members into those of each process. Collective; blocks.
     *
     * @param key decides the new order, ties by the old rank
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    Communicator splitByProcess(int key);

    /**
     * Splits the members into those that can share memory: those of each host, or of each container that has shared
     * memory of its own. Collective; blocks. (MPI_Comm_split_type with MPI_COMM_TYPE_SHARED)
     *
     * @param key decides the new order, ties by the old rank
     * @return the new one
     * @throws SennitException see {@link Communicator}
     */
    Communicator splitBySharedMemory(int key);

    /**
     * Makes a communicator of a group. All members of this one call it; groups without a common member may be given at
     * once. Collective; blocks. (MPI_Comm_create; for an intercommunicator see {@link Intercommunicator#create})
     *
     * @param group members of this communicator, the same on all of them
     * @return the new one; null for those that are not in their group
     * @throws SennitException GROUP on every member when a group is not part of this communicator, or its members give
     *     different ones; see {@link Communicator}
     */
    Communicator create(Group group);

    /**
     * Makes a communicator of a group. Only its members call it; groups without a common member may do so at the same
     * time. Collective over the group; blocks. (MPI_Comm_create_group)
     *
     * @param group members of this communicator, the caller among them, the same on all of them
     * @param tag the same on all of them, 0 to 2³¹−1; it has nothing to do with the tags of messages
     * @return the new one
     * @throws SennitException GROUP when the group is not part of this communicator, lacks the caller, or is not the
     *     same everywhere; TAG; see {@link Communicator}
     */
    Communicator createFromGroup(Group group, int tag);

    /**
     * Makes new endpoints and a communicator of all of them, in the order of the ranks here. Each returned handle is a
     * rank of its own with its own messages and progress, to be driven by any thread, one at a time; a thread of its
     * own for each is what they are for. An endpoint ends when its last communicator is closed. Collective; blocks.
     * (MPI_Comm_create_endpoints of the endpoints proposal)
     *
     * @param count how many the caller wants, 0 and up; each member may want another number
     * @return the new communicator as each of the caller's new endpoints has it, in the order of
     *     their ranks; empty for 0
     * @throws SennitException ARG, on every member, when one of them wants fewer than 0; see {@link Communicator}
     */
    List<Communicator> createEndpoints(int count);

    /**
     * Binds this communicator and another one into an intercommunicator: ranks there name the members of the other
     * side. The members of both call it, each with their own communicator; an endpoint may be on one side only, a
     * process on both. Collective over both; blocks. (MPI_Intercomm_create)
     *
     * @param localLeader a rank here, the same on all members
     * @param peer a communicator to which both leaders belong; null where not the leader
     * @param remoteLeader the rank of the other side's leader in it; looked at only at the leader
     * @param tag the same on both leaders, 0 to 2³¹−1; it has nothing to do with the tags of messages
     * @return the new one
     * @throws SennitException GROUP on every member when an endpoint is on both sides; RANK, TAG, COMM for a wrong
     *     argument; see {@link Communicator}
     */
    Intercommunicator createIntercommunicator(int localLeader, Communicator peer, int remoteLeader, int tag);
}
