package org.sennit.internal.endpoints.p2p;

import org.sennit.ObjectRequest;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * A user's request over the arrival of an object: completes when that does, and takes its outcome.
 *
 * @param <T> the class of the object
 */
final class ObjectReceive<T> extends ObjectRequest<T> {
    private final ErrorScope scope;
    private final ObjectArrival<T> arrival;
    private final Status outcome = new Status();

    ObjectReceive(Progress progress, ErrorScope scope, ObjectArrival<T> arrival) {
        super(progress);
        this.scope = scope;
        this.arrival = arrival;
        activate();
        arrival.whenComplete(() -> complete(Status.ANY, Status.ANY, 0));
    }

    @Override
    public T value() {
        return arrival.value();
    }

    @Override
    public void cancel() {
        arrival.cancel();
    }

    @Override
    protected void query() {
        if (!arrival.isInactive()) {
            arrival.status(outcome);
        }
        replaceOutcome(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());
    }

    @Override
    protected void finish() {
        arrival.await(null);
    }

    @Override
    protected void dropped() {
        arrival.free();
    }

    @Override
    public Awaited awaited() {
        return arrival.awaited();
    }

    @Override
    public void giveUp(SennitException error) {
        arrival.giveUp(error);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return scope.raise(error);
    }

    @Override
    public String toString() {
        return arrival.toString();
    }
}
