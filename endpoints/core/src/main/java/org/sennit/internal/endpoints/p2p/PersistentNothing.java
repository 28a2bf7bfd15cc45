package org.sennit.internal.endpoints.p2p;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** A persistent send to, or receive from, the null process: complete whenever it is started. */
final class PersistentNothing extends Request {
    private final CommContext comm;

    PersistentNothing(CommContext comm) {
        super(comm.endpoint().progress());
        this.comm = comm;
    }

    @Override
    public void start() {
        checkStartable();
        try {
            comm.begin("start");
        } catch (SennitException e) {
            throw comm.raise(e);
        }
        activate();
        completeOwn(PointToPoint.NULL_PROCESS, PointToPoint.ANY_TAG, 0);
    }

    @Override
    public void useMemory(Object memory) {
        checkChangeable(); // no message, so no memory
    }

    @Override
    protected SennitException raised(SennitException error) {
        return comm.raise(error);
    }

    @Override
    public String toString() {
        return "persistent operation with the null process, communicator=" + comm;
    }
}
