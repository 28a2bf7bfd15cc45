package org.sennit.internal.endpoints.rma;

import java.util.function.UnaryOperator;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** An access to a member in another process that is under way. Complete when the memory of the origin is the caller's again. */
public final class AccessRequest extends Request {
    private final RemoteAccess access;
    private final String text;
    private UnaryOperator<SennitException> errors = error -> error;
    private boolean isTaken; // by the thread that takes the outcome

    AccessRequest(RemoteAccess access, String text) {
        super(access.target().comm().endpoint().progress());
        this.access = access;
        this.text = text;
        activate();
    }

    /** Says who is told of an error before it is thrown. */
    public AccessRequest reportTo(UnaryOperator<SennitException> told) {
        errors = told;
        return this;
    }

    /** The last answer has come. In an upcall. */
    void ended(long bytes, SennitException failure) {
        int rank = access.target().rank();
        if (failure == null) {
            complete(rank, PointToPoint.ANY_TAG, bytes);
        } else {
            fail(rank, PointToPoint.ANY_TAG, failure);
        }
    }

    @Override
    protected void release() {}

    @Override
    protected void finish() {
        if (!isTaken) {
            isTaken = true;
            access.deliver();
        }
    }

    @Override
    protected void dropped() {
        finish();
    }

    @Override
    protected boolean isForOneThread() {
        return access.isForOneThread();
    }

    @Override
    protected SennitException raised(SennitException error) {
        return errors.apply(error);
    }

    @Override
    public String toString() {
        return text;
    }
}
