package org.sennit;

import java.util.function.Function;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.DuplicateRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A communicator that is being duplicated without blocking: a request like any other, and the duplicate when its outcome has
 * been taken. (MPI_Comm_idup)
 */
public final class PendingCommunicator extends DuplicateRequest {
    private final String parent;
    private final Function<CommContext, Communicator> finisher;
    private Communicator duplicate;

    PendingCommunicator(CommContext parent, String name, Function<CommContext, Communicator> finisher) {
        super(parent, name);
        this.parent = parent.name();
        this.finisher = finisher;
    }

    @Override
    protected void made(CommContext made) {
        duplicate = finisher.apply(made);
    }

    /**
     * The duplicate.
     *
     * @return it; an {@link Intercommunicator} when its parent is one
     * @throws SennitException REQUEST before the outcome of this request has been taken by a wait or test
     */
    public Communicator duplicate() {
        if (duplicate == null || !isInactive()) {
            throw new SennitException(
                    ErrorClass.REQUEST,
                    "the duplicate is not there before its request has been waited for: communicator=" + parent);
        }
        return duplicate;
    }
}
