package org.sennit;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/** The request of a nonblocking duplicate, which returns the new communicator after its completion. (MPI_Comm_idup) */
public abstract class PendingCommunicator extends Request {
    /**
     * Called by the library.
     *
     * @param progress what moves it on
     */
    protected PendingCommunicator(Progress progress) {
        super(progress);
    }

    /**
     * Returns the duplicate.
     *
     * @return it; an {@link Intercommunicator} when its parent is one
     * @throws SennitException REQUEST before the outcome of this request has been taken by a wait or test
     */
    public abstract Communicator duplicate();
}
