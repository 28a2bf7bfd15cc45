package org.sennit.conformance.random;

import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.Endpoint;
import org.sennit.message.GeneralizedRequest;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** A generalized request among the others of a rank, which another thread completes sooner or later. */
final class GeneralizedOperation implements Operation, GeneralizedRequest.Operation {
    private final int number;
    private final GeneralizedRequest request;
    private final AtomicInteger freed = new AtomicInteger();

    /**
     * Starts it.
     *
     * @param endpoint whose request it is
     * @param number what its status says
     * @param delay how often the other thread yields before it completes the request
     */
    GeneralizedOperation(Endpoint endpoint, int number, int delay) {
        this.number = number;
        this.request = endpoint.startGeneralized(this);
        Thread.ofVirtual().start(() -> {
            for (int i = 0; i < delay; i++) {
                Thread.yield();
            }
            request.complete();
        });
    }

    @Override
    public void query(Status outcome) {
        outcome.set(number, number + 1, number + 2L, false);
    }

    @Override
    public void free() {
        freed.incrementAndGet();
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public void done(Status status) {
        if (status.source() != number || status.tag() != number + 1 || status.countBytes() != number + 2L) {
            throw new AssertionError("the status of generalized request " + number + " is " + status);
        }
        if (freed.get() != 1) {
            throw new AssertionError("generalized request " + number + " was freed " + freed + " times");
        }
    }

    @Override
    public void close() {}
}
