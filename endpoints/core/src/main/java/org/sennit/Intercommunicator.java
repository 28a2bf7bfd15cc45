package org.sennit;

import java.util.Map;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.Merge;
import org.sennit.internal.endpoints.group.Group;

/**
 * A communicator of two sides without a common endpoint: the members of each side talk to those of the other. {@link #rank},
 * {@link #size} and {@link #group} are those of the local group; ranks in messages, wildcards' statuses included, are those of
 * the other. Processes may have endpoints on both sides. (MPI 4.1, section 7.6)
 */
public final class Intercommunicator extends Communicator {
    Intercommunicator(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
    }

    /**
     * Returns the number of members of the other side. (MPI_Comm_remote_size)
     *
     * @return at least 1
     */
    public int remoteSize() {
        return context().peers().size();
    }

    /**
     * Returns the members of the other side. (MPI_Comm_remote_group)
     *
     * @return the group; this endpoint is not in it
     */
    public Group remoteGroup() {
        return context().peers().group(-1);
    }

    /**
     * Makes one ordinary communicator of both sides. Collective over both; blocks. (MPI_Intercomm_merge)
     *
     * @param isHigh whether the local group comes second; the same on all members of a side. Where both say the same, the side
     *     whose leader had the lower rank in the peer communicator comes first
     * @return the new one
     * @throws org.sennit.message.SennitException ARG, on every member of both sides, when the members of a side do not
     *     say the same; see {@link Communicator}
     */
    public Communicator merge(boolean isHigh) {
        return constructed(() -> {
            context().checkOpen("merge");
            return handle(Merge.merge(context(), collectives(), isHigh, childName("merge")));
        });
    }

    @Override
    public Intercommunicator duplicate() {
        return (Intercommunicator) super.duplicate();
    }

    @Override
    public Intercommunicator duplicate(Map<String, String> info) {
        return (Intercommunicator) super.duplicate(info);
    }

    @Override
    public Intercommunicator split(int colour, int key) {
        return (Intercommunicator) super.split(colour, key);
    }

    @Override
    public String toString() {
        return name() + " rank " + rank() + " of " + size() + " with " + remoteSize();
    }
}
