package org.sennit.message;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.sennit.spi.progress.Progress;

/**
 * An operation that has been started and will complete. {@link #await} and {@link #test} make progress, return the
 * outcome once, and leave the request inactive; an inactive request is complete with an empty status (MPI 4.1, section
 * 3.7.3).
 *
 * <p>Waited for by the thread that drives its endpoint; completed by the thread that moves the last byte. The request
 * keeps its memory reachable until it is complete.
 */
public abstract class Request extends Completion {
    private boolean isFreed; // by the thread that uses the request

    /**
     * Makes an inactive request.
     *
     * @param progress what moves it on
     */
    protected Request(Progress progress) {
        super(progress);
    }

    /**
     * Asks for the end of an operation that has not begun to move its message. Only receives can be cancelled,
     * as MPI has deprecated it for sends; the outcome is still to be taken, and {@link Status#isCancelled}
     * says whether it was cancelled. Does not block. An operation that is complete, or inactive, is left
     * alone. (MPI 4.1, section 3.8.4)
     *
     * @throws SennitException UNSUPPORTED when the operation is not a receive; final
     */
    public void cancel() {
        if (!isComplete()) {
            throw new SennitException(ErrorClass.UNSUPPORTED, "only receives can be cancelled: request=" + this);
        }
    }

    /**
     * Returns this request as a future, which takes its outcome: a status, or the operation's error. It is completed by
     * the thread that drives the endpoint, in any of its calls that make progress, so chained actions may call the
     * endpoint; {@code join} and {@code get} on it and on stages derived from it make progress while they wait. A
     * thread that waits otherwise, such as in {@code CompletableFuture.allOf}, needs another that drives the endpoint:
     * see {@link #toFuture(Executor)}. The end of the job completes it exceptionally. {@code join} and {@code get} end
     * as {@link #await()} does when the programs have ended that the operation needs, unless a time limit or another
     * stage may complete the future, too; they count for no deadlock, since any thread may. Where threads share the
     * endpoint, any of them completes it; but the future of an operation that fills confined memory is completed by the
     * thread that calls this method, in one of its calls, which must be the owner of that memory.
     *
     * @return a future; the request itself is not to be waited for any more
     */
    public final CompletableFuture<Status> toFuture() {
        return RequestFuture.of(this);
    }

    /**
     * Returns this request as a future, with a thread that drives the endpoint until it is complete: a wait for it, in
     * any form, does not hang. At the default thread level no other thread may use the endpoint meanwhile.
     *
     * @param driver runs the wait
     * @return a future; the request itself is not to be waited for any more
     * @throws SennitException ARG without a driver; final
     */
    public final CompletableFuture<Status> toFuture(Executor driver) {
        if (driver == null) {
            throw raised(
                    new SennitException(ErrorClass.ARG, "no driver: given=null operation=toFuture request=" + this));
        }
        return CompletableFuture.supplyAsync(() -> await(), driver);
    }

    /**
     * Runs in the waiter's thread when it takes the outcome: what only that thread may do, such as writing to a
     * confined segment.
     *
     * @throws SennitException the operation's error, when it has none yet
     */
    protected void finish() {}

    /**
     * Runs instead of {@link #finish} when the request has been freed, by a thread that drives the endpoint: what has
     * come still goes to the user's memory.
     *
     * @throws SennitException ignored, as the outcome is
     */
    protected void dropped() {}

    /**
     * Returns whether only the thread that has started the operation can take its outcome, since no other may touch its
     * memory. Asked while the operation is active, or its outcome not taken.
     *
     * @return true for confined memory where threads share the endpoint
     */
    protected boolean isForOneThread() {
        return false;
    }

    /**
     * Returns {@link #isForOneThread()} of another request; for those made of others.
     *
     * @param other active, or its outcome not taken
     * @return the same
     */
    protected static boolean isForOneThread(Request other) {
        return other.isForOneThread();
    }

    /** Runs in the waiter's thread before it reads the outcome, once or more often; may replace it. */
    protected void query() {}

    /**
     * Starts a persistent request; it is active until its outcome has been taken. (MPI_Start)
     *
     * @throws SennitException REQUEST when it is active (the running operation goes on unharmed), has been freed, or is
     *     not persistent; otherwise as the operation
     */
    public void start() {
        throw raised(
                new SennitException(ErrorClass.REQUEST, "not a persistent request: operation=start request=" + this));
    }

    /**
     * Throws when the request cannot be started now; for those that override {@link #start}.
     *
     * @throws SennitException REQUEST when it is active or has been freed; final
     */
    protected final void checkStartable() {
        if (isFreed) {
            throw raised(new SennitException(
                    ErrorClass.REQUEST, "the request has been freed: operation=start request=" + this));
        }
        if (!isInactive()) {
            throw raised(new SennitException(ErrorClass.REQUEST, "the request is active already: call=start " + this));
        }
    }

    /**
     * Gives a persistent send or receive other memory, from the next start on: peer, tag, layout and count stay as they
     * were declared. The layout is laid upon the new memory from its beginning; to have it begin elsewhere give a
     * slice, of an array as well: {@code MemorySegment.ofArray(array).asSlice(...)}. What was declared without a layout
     * has the length of its first memory. Local; no message travels. After an error the memory is the one before.
     *
     * @param memory any memory that the declaration would take, of the same type
     * @throws SennitException REQUEST when it is active, has been freed, or is no persistent send or receive; TYPE
     *     for an array of another type; COUNT when the memory is too short; BUFFER when it is null, or cannot be
     *     used by this thread; final
     */
    public void useMemory(@Memory Object memory) {
        throw raised(new SennitException(
                ErrorClass.REQUEST, "not a persistent send or receive: operation=useMemory request=" + this));
    }

    /**
     * Throws when the memory of the request cannot be changed now; for those that override {@link #useMemory}.
     *
     * @throws SennitException REQUEST when it is active or has been freed; final
     */
    protected final void checkChangeable() {
        if (isFreed || !isInactive()) {
            throw raised(new SennitException(
                    ErrorClass.REQUEST,
                    (isFreed ? "the request has been freed" : "the request is active")
                            + ": operation=useMemory request=" + this));
        }
    }

    /**
     * Gives the request up: a complete one's outcome is dropped, an active operation goes on and its outcome will be
     * dropped, error or not; a message that it receives is still written to its memory. The memory of an active one
     * stays in use for an unknown time. A freed request is not to be used again. (MPI_Request_free)
     */
    public void free() {
        isFreed = true;
        if (isComplete()) {
            drop();
            return;
        }
        Thread owner = Thread.currentThread();
        boolean isForOneThread = isForOneThread();
        whenComplete(() -> {
            if (Thread.currentThread() == owner) {
                drop();
            } else if (isForOneThread) {
                progress().defer(owner, this::drop);
            } else {
                progress().defer(this::drop);
            }
        });
    }

    /**
     * Blocks until the operation is complete.
     *
     * @return a fresh status; empty when the request was inactive
     * @throws SennitException the operation's error (TRUNCATE, BUFFER, PROC_FAILED …), or PROC_ABORTED when the job
     *     is being aborted; final
     */
    public final Status await() {
        return await(new Status());
    }

    /**
     * Blocks until the operation is complete.
     *
     * @param status receives the outcome; may be null
     * @return the same status
     * @throws SennitException the operation's error, or PROC_ABORTED; final
     */
    public final Status await(Status status) {
        if (!isMet()) {
            awaitCompletion(Long.MAX_VALUE);
        }
        return take(status);
    }

    /**
     * Blocks until the operation is complete or the time has passed.
     *
     * @param timeoutNs the longest wait in nanoseconds
     * @return true when it is complete; the outcome is then still to be taken by {@link #await()} or {@link #test()}
     * @throws SennitException PROC_ABORTED when the job is being aborted; final
     */
    public final boolean await(long timeoutNs) {
        return isMet() || awaitCompletion(timeoutNs);
    }

    /** Waits; when the job ends meanwhile, the error names the operation. */
    final boolean awaitCompletion(long timeoutNs) {
        try {
            return progress().await(this, timeoutNs);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.PROC_ABORTED && e.errorClass() != ErrorClass.SESSION) {
                throw e;
            }
            String before = e.getMessage().contains("\n") ? "\n  waiting for: " : " waiting for: ";
            throw new SennitException(e.errorClass(), e.getMessage() + before + this, e.getCause());
        }
    }

    /**
     * Makes progress once and looks.
     *
     * @return true when the operation is complete; its outcome is taken
     * @throws SennitException the operation's error; PROC_ABORTED and SESSION when the job ends before it is complete;
     *     final
     */
    public final boolean test() {
        return test(null);
    }

    /**
     * Makes progress once and looks.
     *
     * @param status receives the outcome when complete; may be null
     * @return true when the operation is complete; its outcome is taken
     * @throws SennitException the operation's error; PROC_ABORTED and SESSION when the job ends before it is complete;
     *     final
     */
    public final boolean test(Status status) {
        if (!poll()) {
            return false;
        }
        take(status);
        return true;
    }

    /** Makes progress once; returns whether the operation is complete. */
    private boolean poll() {
        if (!isMet()) {
            progress().test(this);
            if (!isMet()) {
                progress().check(); // or a loop of tests would never learn that the job has failed
                return false;
            }
        }
        return true;
    }

    private void drop() {
        if (isInactive()) {
            return;
        }
        dropQuietly();
        forgetOutcome();
    }

    private void dropQuietly() {
        try {
            dropped();
        } catch (SennitException e) { // goes with the outcome
        }
    }

    /**
     * Makes progress once and looks at the outcome without taking it: the request stays as it is, its
     * memory is the caller's only after {@link #await()} or {@link #test()}, and the operation's error is thrown only
     * by them. (MPI_Request_get_status)
     *
     * @param status receives the outcome when complete; may be null
     * @return true when the operation is complete
     * @throws SennitException PROC_ABORTED and SESSION when the job ends before it is complete; final
     */
    public final boolean status(Status status) {
        if (!poll()) {
            return false;
        }
        if (isInactive()) {
            if (status != null) {
                status.clear();
            }
            return true;
        }
        try {
            query();
        } catch (SennitException e) {
            throw raised(e);
        }
        fill(status);
        return true;
    }

    /** Takes the outcome of a complete request. */
    final Status take(Status status) {
        if (isTaken()) {
            return status == null ? null : status.clear();
        }
        SennitException error = failure();
        try {
            try {
                query();
            } finally {
                finish();
            }
        } catch (SennitException e) { // the message has come, but cannot be brought to where it belongs
            error = error == null ? e : error;
        }
        fill(status);
        forgetOutcome();
        if (error != null) {
            // The detecting thread, often another one, created it: the stack of this call is the useful one.
            error.fillInStackTrace();
            throw raised(error);
        }
        return status;
    }
}
