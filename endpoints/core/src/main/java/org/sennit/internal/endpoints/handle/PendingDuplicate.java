package org.sennit.internal.endpoints.handle;

import java.util.function.Function;
import org.sennit.Communicator;
import org.sennit.PendingCommunicator;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.DuplicateRequest;
import org.sennit.internal.endpoints.construct.Duplication;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.progress.Awaited;

/** The user's request of a nonblocking duplicate: completes with the duplication, and makes the handle. */
final class PendingDuplicate extends PendingCommunicator {
    private final CommContext parent;
    private final DuplicateRequest duplication;
    private final Status outcome = new Status();
    private Communicator duplicate; // null until the outcome has been taken

    PendingDuplicate(CommContext parent, String name, Function<CommContext, Communicator> finisher) {
        super(parent.device().self().progress());
        this.parent = parent;
        this.duplication = new DuplicateRequest(parent, name, made -> duplicate = finisher.apply(made));
        activate();
        Duplication.start(parent, duplication);
        duplication.whenComplete(() -> complete(Status.ANY, Status.ANY, 0));
    }

    @Override
    public Communicator duplicate() {
        if (duplicate == null || !isInactive()) {
            throw new SennitException(
                    ErrorClass.REQUEST,
                    "the duplicate is not there before its request has been waited for: communicator=" + parent.name());
        }
        return duplicate;
    }

    @Override
    public void cancel() {
        duplication.cancel();
    }

    @Override
    protected void query() {
        if (!duplication.isInactive()) {
            duplication.status(outcome);
        }
        replaceOutcome(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());
    }

    @Override
    protected void finish() {
        duplication.await(null);
    }

    @Override
    protected void dropped() {
        duplication.free();
    }

    @Override
    public Awaited awaited() {
        return duplication.awaited();
    }

    @Override
    public void giveUp(SennitException error) {
        duplication.giveUp(error);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return parent.raise(error);
    }

    @Override
    public String toString() {
        return duplication.toString();
    }
}
