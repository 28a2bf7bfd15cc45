package org.sennit;

import java.util.Map;

/**
 * A communicator of two sides without a common endpoint: the members of each side exchange messages with those of the
 * other. {@link #rank}, {@link #size} and {@link #group} are those of the local group; ranks in messages and statuses
 * are those of the remote group. Processes may have endpoints on both sides. (MPI 4.1, section 7.6)
 */
public interface Intercommunicator extends Communicator {
    /**
     * Returns the number of members of the other side. (MPI_Comm_remote_size)
     *
     * @return at least 1
     */
    int remoteSize();

    /**
     * Returns the members of the other side. (MPI_Comm_remote_group)
     *
     * @return the group; this endpoint is not in it
     */
    Group remoteGroup();

    /**
     * Makes one ordinary communicator of both sides. Collective over both; blocks. (MPI_Intercomm_merge)
     *
     * @param isHigh whether the local group comes second; the same on all members of a side. Where both say the same,
     *     the side whose leader had the lower rank in the peer communicator comes first
     * @return the new one
     * @throws org.sennit.message.SennitException ARG, on every member of both sides, when the members of a side do not
     *     say the same; see {@link Communicator}
     */
    Communicator merge(boolean isHigh);

    @Override
    Intercommunicator duplicate();

    @Override
    Intercommunicator duplicate(Map<String, String> info);

    @Override
    Intercommunicator split(int color, int key);

    /**
     * Makes an intercommunicator of a group of each side. All members of both sides call it, with the same group of
     * their own side, also those outside it. Collective over both; blocks. (MPI_Comm_create; MPI 4.1, section 7.4.2)
     *
     * @param group members of the local group
     * @return the new one; null for those that are not in their group, and for all when the group of a side is empty
     * @throws org.sennit.message.SennitException GROUP on every member of both sides when a group is not part of its
     *     side, or the members of a side give different ones; see {@link Communicator}
     */
    @Override
    Intercommunicator create(Group group);
}
