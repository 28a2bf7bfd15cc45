package org.sennit;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * A communicator that is being duplicated without blocking: a request like any other, and the duplicate when its outcome has
 * been taken. (MPI_Comm_idup)
 */
public abstract class PendingCommunicator extends Request {
    /**
     * For the library.
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
