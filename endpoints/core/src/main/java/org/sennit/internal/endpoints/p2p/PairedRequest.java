package org.sennit.internal.endpoints.p2p;

import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/** A send and a receive as one request: complete when both are, with the status of the receive. */
final class PairedRequest extends Request {
    private final ErrorScope scope;
    private final Request send;
    private final Request receive;
    private final Status outcome = new Status();

    // Counted down by whichever thread completes one of the two.
    private final AtomicInteger pending = new AtomicInteger(2);

    PairedRequest(Progress progress, ErrorScope scope, Request send, Request receive) {
        super(progress);
        this.scope = scope;
        this.send = send;
        this.receive = receive;
        activate();
        send.whenComplete(this::oneIsComplete);
        receive.whenComplete(this::oneIsComplete);
    }

    private void oneIsComplete() {
        if (pending.decrementAndGet() == 0) {
            complete(Status.ANY, Status.ANY, 0);
        }
    }

    @Override
    protected void query() {
        if (!receive.isInactive()) {
            receive.status(outcome);
        }
        replaceOutcome(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());
    }

    /** Completes both parts here, since only the waiting thread may touch staged memory. */
    @Override
    protected void finish() {
        SennitException first = take(receive, null);
        if (first != null && failureOf(send) != null) {
            failureOf(send).markReported(); // the call reports one error
        }
        first = take(send, first);
        if (first != null) {
            throw first;
        }
    }

    @Override
    protected void dropped() {
        receive.free();
        send.free();
    }

    @Override
    protected boolean isForOneThread() {
        return isForOneThread(receive);
    }

    private static SennitException take(Request request, SennitException first) {
        try {
            request.await(null);
            return first;
        } catch (SennitException e) {
            if (first == null) {
                return e;
            }
            first.addSuppressed(e);
            return first;
        }
    }

    @Override
    public Awaited awaited() {
        return (receive.isComplete() ? send : receive).awaited();
    }

    @Override
    public void giveUp(SennitException error) {
        (receive.isComplete() ? send : receive).giveUp(error);
    }

    @Override
    public String toString() {
        return receive + " and " + send;
    }

    @Override
    protected SennitException raised(SennitException error) {
        return scope.raise(error);
    }
}
