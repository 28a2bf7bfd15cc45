package org.sennit.message;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.sennit.spi.progress.Progress;

/**
 * A request for an operation of the user, which may be waited for together with others. Made active by the thread that
 * drives an endpoint; {@link #complete()} may be called by any thread. (MPI 4.1, section 14.2)
 */
public final class GeneralizedRequest extends Request {
    /** The callbacks of the user's operation; called by the thread that waits, tests, cancels or frees. */
    public interface Operation {
        /**
         * Fills the status of the complete operation; may be called more than once. (MPI's query_fn)
         *
         * @param outcome an empty status
         */
        default void query(Status outcome) {}

        /** Lets go of what the operation holds; called once, when the outcome has been taken, or given up. (free_fn) */
        default void free() {}

        /**
         * Asks the operation to end early; it says by its status whether it has been cancelled. (cancel_fn)
         *
         * @param isComplete whether it was complete already
         */
        default void cancel(boolean isComplete) {}
    }

    private final Operation operation;
    private final UnaryOperator<SennitException> errors;
    private final Status outcome = new Status();

    // Guarded by this: free and complete may come from two threads.
    private boolean isCompleted;
    private boolean isGivenUp;

    /**
     * Starts a request. (MPI_Grequest_start)
     *
     * @param progress driven while a thread waits for it
     * @param errors notified of each error before it is thrown, and returns it; may be null
     * @param operation the user's operation
     */
    public GeneralizedRequest(Progress progress, UnaryOperator<SennitException> errors, Operation operation) {
        super(progress);
        this.errors = errors;
        this.operation = Objects.requireNonNull(operation, "operation");
        activate();
        progress.eventBegins();
    }

    /**
     * Completes the operation; any thread, once. (MPI_Grequest_complete)
     *
     * @throws SennitException REQUEST when it was complete already; final
     */
    public void complete() {
        settle(null);
    }

    /**
     * Ends the operation with an error, instead of {@link #complete()}; any thread, once.
     *
     * @param error thrown to the waiting caller
     * @throws SennitException REQUEST when it was complete already, ARG without an error; final
     */
    public void fail(SennitException error) {
        if (error == null) {
            throw new SennitException(ErrorClass.ARG, "no error: given=null operation=fail request=" + this);
        }
        settle(error);
    }

    private void settle(SennitException error) {
        boolean mustFree;
        synchronized (this) {
            if (isCompleted) {
                throw new SennitException(ErrorClass.REQUEST, "complete already: operation=complete request=" + this);
            }
            isCompleted = true;
            mustFree = isGivenUp;
        }
        if (error == null) {
            complete(Status.ANY, Status.ANY, 0);
        } else {
            fail(Status.ANY, Status.ANY, error);
        }
        progress().eventEnds();
        if (mustFree) {
            operation.free();
        }
    }

    @Override
    protected void query() {
        call("query", () -> operation.query(outcome.clear()));
        replaceOutcome(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());
    }

    @Override
    protected void finish() {
        call("free", operation::free);
    }

    private void call(String name, Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException e) {
            throw e instanceof SennitException known
                    ? known
                    : new SennitException(
                            ErrorClass.OTHER,
                            "callback has failed: operation=" + name + " request=" + this + " cause=" + e,
                            e);
        }
    }

    @Override
    protected SennitException raised(SennitException error) {
        return errors == null ? error : errors.apply(error);
    }

    /** Requests cancellation; the status of the request says whether it succeeded. */
    @Override
    public void cancel() {
        try {
            call("cancel", () -> operation.cancel(isComplete()));
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void free() {
        boolean mustFree;
        synchronized (this) {
            mustFree = isCompleted && !isInactive();
            isGivenUp = true;
        }
        super.free();
        if (mustFree) {
            operation.free();
        }
    }

    @Override
    public String toString() {
        return "generalized request of " + operation;
    }
}
