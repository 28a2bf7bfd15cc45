package org.sennit.internal.endpoints.rma.remote;

import java.util.function.UnaryOperator;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * An access to a member in another process that is under way. Complete when the memory of the origin is the caller's
 * again. That of a blocking call is used again by later ones, each of which begins it before upcalls see it.
 */
public final class AccessRequest extends Request {
    private static final UnaryOperator<SennitException> UNCHANGED = error -> error;

    private final RemoteAccess access;
    private RemoteTarget target;
    private AccessCheck check; // null unless in checked mode
    private UnaryOperator<SennitException> errors = UNCHANGED;
    private boolean isTaken; // plain: only the thread that takes the outcome uses it

    AccessRequest(RemoteAccess access, Progress progress) {
        super(progress);
        this.access = access;
    }

    /** Begins an access; returns this. */
    AccessRequest begin(RemoteTarget accessed, AccessCheck memory) {
        target = accessed;
        check = memory;
        isTaken = false;
        activate();
        return this;
    }

    /** Ends the use of the request of a blocking call, whose outcome has been taken. */
    public void giveBack() {
        check = null;
        access.giveBack();
    }

    /** Sets the function that an error passes through before it is thrown. */
    public AccessRequest reportTo(UnaryOperator<SennitException> reported) {
        errors = reported;
        return this;
    }

    AccessPlan plan() {
        return access.plan();
    }

    /** Sends it, if it waits for others that are to travel with it. */
    public void send() {
        target.sendAll();
    }

    /** Called when the last answer has come. In an upcall; from then on it may be another access's. */
    void ended(SennitException outcome) {
        SennitException failure = check == null ? outcome : check.end(outcome);
        int rank = target.rank();
        if (failure == null) {
            complete(rank, PointToPoint.ANY_TAG, plan().length());
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
            if (plan().results().isWanted() && failureOf(this) == null) {
                deliver();
            }
        }
    }

    private void deliver() {
        try {
            plan().results().deliver(plan().length());
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // closed, or a file cut short
            throw plan().unusable(target, e);
        }
    }

    @Override
    protected void dropped() {
        finish();
    }

    @Override
    protected boolean isForOneThread() {
        return plan().results().isForOneThread() && target.comm().device().isShared();
    }

    @Override
    protected SennitException raised(SennitException error) {
        return errors.apply(error);
    }

    @Override
    public String toString() {
        return plan().text(target);
    }
}
