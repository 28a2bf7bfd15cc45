package org.sennit.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sennit.spi.progress.Abandonable;
import org.sennit.spi.progress.Progress;

/**
 * A request as a {@link CompletableFuture}. It is completed by the thread that drives the endpoint, in any call that
 * makes progress, outside the matching of messages; so dependent actions may call the endpoint. {@link #join} and
 * {@link #get} make progress while they wait, also on dependent stages. The end or failure of the job completes it
 * exceptionally.
 *
 * @param <T> the value's type
 */
final class RequestFuture<T> extends CompletableFuture<T> implements Abandonable {
    private final Progress progress;

    private RequestFuture(Progress progress) {
        this.progress = progress;
    }

    static CompletableFuture<Status> of(Request request) {
        RequestFuture<Status> future = new RequestFuture<>(request.progress());
        future.progress.watch(future);
        if (request.isForOneThread()) {
            Thread owner = Thread.currentThread();
            request.whenComplete(() -> future.progress.defer(owner, () -> take(request, future)));
        } else {
            request.whenComplete(() -> future.progress.defer(() -> take(request, future)));
        }
        return future;
    }

    private static void take(Request request, RequestFuture<Status> future) {
        future.progress.unwatch(future);
        try {
            future.complete(request.await());
        } catch (Throwable e) { // also what an error handler throws: the call in which this happens is not to blame
            future.completeExceptionally(e);
        }
    }

    @Override
    public void abandon(SennitException reason) {
        completeExceptionally(reason);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new RequestFuture<>(progress);
    }

    @Override
    public T join() {
        drive(Long.MAX_VALUE);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        drive(Long.MAX_VALUE);
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        drive(unit.toNanos(timeout));
        return super.get(0, unit);
    }

    private void drive(long timeoutNs) {
        if (isDone()) {
            return;
        }
        whenComplete((value, error) -> progress.signal()); // it may be another thread that completes a derived stage
        try {
            progress.await(this::isDone, timeoutNs);
        } catch (SennitException e) {
            if (e.errorClass()
                    == ErrorClass.UNSUPPORTED) { // this thread is refused; the other one's outcome is still to come
                throw e;
            }
            completeExceptionally(e); // the job is over
        }
    }
}
