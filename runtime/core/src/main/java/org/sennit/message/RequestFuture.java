package org.sennit.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sennit.spi.progress.Abandonable;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * A request as a {@link CompletableFuture}. It is completed by the thread that drives the endpoint, in any call that
 * makes progress, outside the matching of messages; so dependent actions may call the endpoint. {@link #join} and
 * {@link #get} make progress while they wait, also on dependent stages. The end or failure of the job completes it
 * exceptionally, and so does, in a wait without a timeout, the end of the programs whose endpoints the request needs.
 *
 * @param <T> the value's type
 */
final class RequestFuture<T> extends CompletableFuture<T> implements Abandonable, Condition {
    /**
     * The request without which neither a future nor a stage derived from it is completed. One object for the future
     * and its stages, so that a stage does not keep those before it reachable.
     */
    private static final class Needed {
        // Volatile: any thread of the program may derive a stage or take the outcome. A wait that sees an older value
        // ends a request that no other endpoint can complete, which does no harm to one that is complete.
        private volatile Request request; // null: it is complete, or others may complete one of the stages

        Needed(Request request) {
            this.request = request;
        }
    }

    private final Progress progress;
    private final Needed needed;

    private RequestFuture(Progress progress, Needed needed) {
        this.progress = progress;
        this.needed = needed;
    }

    static CompletableFuture<Status> of(Request request) {
        RequestFuture<Status> future = new RequestFuture<>(request.progress(), new Needed(request));
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
        future.needed.request = null;
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
        return new RequestFuture<>(progress, needed);
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
            progress.await(this, timeoutNs);
        } catch (SennitException e) {
            if (e.errorClass()
                    == ErrorClass.UNSUPPORTED) { // this thread is refused; the other one's outcome is still to come
                throw e;
            }
            completeExceptionally(e); // the job is over, or the request can no longer be completed
        }
    }

    @Override
    public boolean isMet() {
        return isDone();
    }

    /** Returns what the request waits for; any thread may complete a future, so it is part of no deadlock. */
    @Override
    public Awaited awaited() {
        Request request = needed.request;
        Awaited awaited = request == null ? null : request.awaited();
        return awaited == null ? null : awaited.openToThreads();
    }

    @Override
    public void giveUp(SennitException error) {
        Request request = needed.request;
        if (request != null) {
            request.giveUp(error);
        }
    }

    /** Notes that something else than the request completes a stage: waits for it and its relatives go on. */
    private void needsNothing() {
        needed.request = null;
    }

    @Override
    public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        needsNothing();
        return super.orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        needsNothing();
        return super.completeOnTimeout(value, timeout, unit);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        needsNothing();
        return super.completeAsync(supplier, executor);
    }

    @Override
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> function) {
        needsNothing();
        return super.applyToEither(other, function);
    }

    @Override
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
        needsNothing();
        return super.acceptEither(other, action);
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        needsNothing();
        return super.runAfterEither(other, action);
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> function) {
        needsNothing();
        return super.applyToEitherAsync(other, function);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action) {
        needsNothing();
        return super.acceptEitherAsync(other, action);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        needsNothing();
        return super.runAfterEitherAsync(other, action);
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> function, Executor executor) {
        needsNothing();
        return super.applyToEitherAsync(other, function, executor);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        needsNothing();
        return super.acceptEitherAsync(other, action, executor);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor) {
        needsNothing();
        return super.runAfterEitherAsync(other, action, executor);
    }
}
