package org.sennit.internal.endpoints.handle;

import java.util.Map;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.Group;
import org.sennit.Intercommunicator;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.Merge;

/** The handle of an intercommunicator. */
final class IntercommunicatorHandle extends CommunicatorHandle implements Intercommunicator {
    IntercommunicatorHandle(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(endpoint, context, errorHandler);
    }

    @Override
    public int remoteSize() {
        return context().peers().size();
    }

    @Override
    public Group remoteGroup() {
        return context().peers().group(-1);
    }

    @Override
    public Communicator merge(boolean isHigh) {
        return constructed("merge", () -> {
            context().begin("merge");
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
    public Intercommunicator split(int color, int key) {
        return (Intercommunicator) super.split(color, key);
    }

    @Override
    public Intercommunicator create(Group group) {
        return (Intercommunicator) super.create(group);
    }

    @Override
    public String toString() {
        return name() + " rank " + rank() + " of " + size() + " with " + remoteSize();
    }
}
