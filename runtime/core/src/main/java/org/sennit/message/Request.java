package org.sennit.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * An operation that has been started and will complete. {@link #await} and {@link #test} make progress, give the
 * outcome once, and leave the request inactive; asked again, an inactive request is complete with an empty status, as
 * MPI has it (MPI 4.1, section 3.7.3).
 *
 * <p>To be waited for by the thread that drives its endpoint; completed by whichever thread moves the last byte. The
 * request holds its memory until it is complete.
 */
public abstract class Request extends RequestSet implements Condition {
    private static final int INACTIVE = 0;
    private static final int ACTIVE = 1;
    private static final int COMPLETE = 2;
    private static final int CANCELLED = 3; // complete, too

    private static final VarHandle STATE;
    private static final VarHandle CALLBACK;

    static {
        try {
            STATE = MethodHandles.lookup()
                    .findVarHandle(Request.class, "state", int.class)
                    .withInvokeExactBehavior();
            CALLBACK = MethodHandles.lookup()
                    .findVarHandle(Request.class, "callback", Action.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Progress progress;

    // Written by the completer before state becomes COMPLETE, read by the waiter after it has seen that. Until then a
    // subclass may keep what it wants to remember here (see remember), so that a nonblocking send is of 64 bytes.
    private int source;
    private int tag;
    private long countBytes;
    private SennitException failure;

    // COMPLETE is set with volatile (foreign completer) or release (own thread), read with acquire in isComplete.
    // Pairs: results above; the parked flag of the waiter (store-load on both sides). jcstress: RequestStress.
    @SuppressWarnings("FieldMayBeFinal")
    private int state;

    // The newest of a list. Written volatile by whenComplete, which then looks at state; the completer looks
    // here after it has set state. The thread that takes the list out by compare-and-set runs it, so each runs once.
    // jcstress: RequestStress.TwoActions, ActionRunsOnce, Restart.
    @SuppressWarnings("FieldMayBeFinal")
    private Action callback;

    /**
     * Makes an inactive request.
     *
     * @param progress what moves it on
     */
    protected Request(Progress progress) {
        this.progress = progress;
    }

    /**
     * Returns what moves this request on.
     *
     * @return the progress of its endpoint
     */
    protected final Progress progress() {
        return progress;
    }

    /** Makes the request active; called by its owner before the request is published. */
    protected final void activate() {
        failure = null;
        STATE.setOpaque(this, ACTIVE);
    }

    /**
     * Completes the request from the thread that drives its endpoint.
     *
     * @param source the peer's rank
     * @param tag the tag
     * @param countBytes the length in bytes
     */
    public final void completeOwn(int source, int tag, long countBytes) {
        setOutcome(source, tag, countBytes);
        settleOwn(COMPLETE);
    }

    private void settleOwn(int outcome) {
        release();
        STATE.setRelease(this, outcome);
        if ((Action) CALLBACK.get(this) != null) { // plain: set by this same thread, if at all
            runCallback();
        }
    }

    /**
     * Completes the request from any thread and wakes its waiter.
     *
     * @param source the peer's rank
     * @param tag the tag
     * @param countBytes the length in bytes
     */
    public final void complete(int source, int tag, long countBytes) {
        Progress waiter = progress; // the request may be used again as soon as it is complete
        setOutcome(source, tag, countBytes);
        release();
        STATE.setVolatile(this, COMPLETE);
        waiter.signal();
        // After the store, so that a whenComplete which saw the request active is seen here.
        if ((Action) CALLBACK.getVolatile(this) != null) {
            runCallback();
        }
    }

    /**
     * Runs the actions, unless the owner has started the request again meanwhile: then it belongs to the operation that is
     * active now, whose completer will find it. The action is read before the state, and each is an object of its own,
     * so the compare-and-set takes the one that the state was good for. jcstress: RequestStress.Restart.
     */
    private void runCallback() {
        Action action = (Action) CALLBACK.getVolatile(this);
        if (action == null
                || (int) STATE.getVolatile(this) == ACTIVE
                || !CALLBACK.compareAndSet(this, action, (Action) null)) {
            return;
        }
        action.runAll();
    }

    /** What is to run at completion. A class, not a record: its identity counts. Immutable. */
    private static final class Action {
        private final Runnable work;
        private final Action earlier; // null: the first

        Action(Runnable work, Action earlier) {
            this.work = work;
            this.earlier = earlier;
        }

        void runAll() {
            if (earlier != null) {
                earlier.runAll();
            }
            try {
                work.run();
            } catch (Throwable e) { // any thread may be here, in the middle of a drain or of the network's loop
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    /**
     * Runs an action once when the operation completes, or at once if it has. It runs on whichever thread completes
     * the operation, so it must be short, must not block, and must not call back into the endpoint; the outcome is still
     * to be taken by {@link #await()} or {@link #test()}. What it throws goes to that thread's handler of uncaught
     * exceptions. Several actions run in the order in which they were given; called by the
     * thread that drives the endpoint, before it waits.
     *
     * @param action what to run
     * @throws SennitException ARG without an action; final
     */
    public final void whenComplete(Runnable action) {
        if (action == null) {
            throw raised(new SennitException(
                    ErrorClass.ARG, "no action: given=null operation=whenComplete request=" + this));
        }
        Action earlier;
        do {
            earlier = (Action) CALLBACK.getVolatile(this); // the completer may take it at any time
        } while (!CALLBACK.compareAndSet(this, earlier, new Action(action, earlier)));
        runCallback();
    }

    /**
     * Completes the request with an error, from any thread, and wakes its waiter.
     *
     * @param source the peer's rank
     * @param tag the tag
     * @param failure what {@link #await} throws
     */
    public final void fail(int source, int tag, SennitException failure) {
        this.failure = failure;
        complete(source, tag, 0);
    }

    /**
     * Completes the request, from any thread, as another one has been completed.
     *
     * @param other complete, its outcome not taken
     */
    protected final void completeLike(Request other) {
        this.failure = other.failure;
        complete(other.source, other.tag, other.countBytes);
    }

    /**
     * Returns the error of a complete request whose outcome has not been taken.
     *
     * @param other complete
     * @return its error, or null
     */
    protected static SennitException failureOf(Request other) {
        return other.failure;
    }

    /** Takes an {@link #activate} back: the operation could not be started. */
    protected final void deactivate() {
        STATE.setOpaque(this, INACTIVE);
    }

    /** Marks the request as cancelled and completes it; called by the thread that drives the endpoint. */
    protected final void completeCancelled() {
        setOutcome(Status.ANY, Status.ANY, 0);
        settleOwn(CANCELLED);
    }

    /**
     * Asks for the end of an operation that has not begun to move its message. Only receives can be cancelled, as MPI has
     * deprecated it for sends; the outcome is still to be taken, and {@link Status#isCancelled} tells whether it was
     * cancelled. Does not block. An operation that is complete, or inactive, is left alone. (MPI 4.1, section 3.8.4)
     *
     * @throws SennitException UNSUPPORTED when the operation is not a receive; final
     */
    public void cancel() {
        if (!isComplete()) {
            throw new SennitException(ErrorClass.UNSUPPORTED, "only receives can be cancelled: request=" + this);
        }
    }

    /**
     * Keeps three numbers in the places of the outcome, until the operation completes.
     *
     * @param peer the peer's rank
     * @param messageTag the tag
     * @param number whatever the subclass needs
     */
    protected final void remember(int peer, int messageTag, long number) {
        setOutcome(peer, messageTag, number);
    }

    /**
     * Returns the peer of {@link #remember}; after completion the peer of the outcome.
     *
     * @return a rank
     */
    protected final int peer() {
        return source;
    }

    /**
     * Returns the tag of {@link #remember}; after completion the tag of the outcome.
     *
     * @return a tag
     */
    protected final int messageTag() {
        return tag;
    }

    /**
     * Returns the number of {@link #remember}, until completion.
     *
     * @return the same number
     */
    protected final long number() {
        return countBytes;
    }

    private void setOutcome(int source, int tag, long countBytes) {
        this.source = source;
        this.tag = tag;
        this.countBytes = countBytes;
    }

    /**
     * Replaces the outcome of a complete request; called by the waiter's thread, in {@link #query}.
     *
     * @param source the peer's rank
     * @param tag the tag
     * @param countBytes the length in bytes
     * @param isCancelled whether it was cancelled
     */
    protected final void replaceOutcome(int source, int tag, long countBytes, boolean isCancelled) {
        setOutcome(source, tag, countBytes);
        STATE.setOpaque(this, isCancelled ? CANCELLED : COMPLETE);
    }

    /**
     * This request as a future, which takes its outcome: a status, or the operation's error. It is completed by the
     * thread that drives the endpoint, in any of its calls that make progress, so chained actions may call the endpoint;
     * {@code join} and {@code get} on it and on stages derived from it make progress while they wait. A thread that waits
     * otherwise, such as in {@code CompletableFuture.allOf}, needs another that drives the endpoint: see
     * {@link #toFuture(Executor)}. The end of the job completes it exceptionally. Where threads share the endpoint, any of
     * them completes it; but the future of an operation that fills confined memory is completed by the thread that calls
     * this method, in one of its calls, which must be the owner of that memory.
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

    /** Lets go of the memory; called once, by the completer, before the request is seen complete. */
    protected abstract void release();

    /**
     * Runs in the waiter's thread when it takes the outcome: what only that thread may do, such as writing to a
     * confined segment.
     *
     * @throws SennitException the operation's error, when it has none yet
     */
    protected void finish() {}

    /**
     * Runs instead of {@link #finish} when the request has been freed, by a thread that drives the endpoint: what has come
     * still goes to the user's memory.
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
     * Called with an error before it is thrown: the error handler of the operation's communicator.
     *
     * @param error about to be thrown
     * @return the same error
     */
    protected SennitException raised(SennitException error) {
        return error;
    }

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
     * @param isFreed whether it has been freed
     * @throws SennitException REQUEST when it is active or has been freed; final
     */
    protected final void checkStartable(boolean isFreed) {
        if (isFreed) {
            throw raised(new SennitException(
                    ErrorClass.REQUEST, "the request has been freed: operation=start request=" + this));
        }
        if (!isInactive()) {
            throw raised(new SennitException(
                    ErrorClass.REQUEST, "the request is active already: operation=start request=" + this));
        }
    }

    /**
     * Gives a persistent send or receive other memory, from the next start on: peer, tag, layout and count stay as they were
     * declared. The layout is laid upon the new memory from its beginning; to have it begin elsewhere give a slice, of an
     * array as well: {@code MemorySegment.ofArray(array).asSlice(...)}. What was declared without a layout has the length of its
     * first memory. Local; no message travels. After an error the memory is the one before.
     *
     * @param memory any memory that the declaration would take, of the same type
     * @throws SennitException REQUEST when it is active, has been freed, or is no persistent send or receive; TYPE for an array
     *     of another type; COUNT when the memory is too short; BUFFER when it is null, or cannot be used by this thread; final
     */
    public void useMemory(@Memory Object memory) {
        throw raised(new SennitException(
                ErrorClass.REQUEST, "not a persistent send or receive: operation=useMemory request=" + this));
    }

    /**
     * Throws when the memory of the request cannot be changed now; for those that override {@link #useMemory}.
     *
     * @param isFreed whether it has been freed
     * @throws SennitException REQUEST when it is active or has been freed; final
     */
    protected final void checkChangeable(boolean isFreed) {
        if (isFreed || !isInactive()) {
            throw raised(new SennitException(
                    ErrorClass.REQUEST,
                    (isFreed ? "the request has been freed" : "the request is active")
                            + ": operation=useMemory request=" + this));
        }
    }

    /**
     * Gives the request up: a complete one's outcome is dropped, an active operation goes on and its outcome will be
     * dropped, error or not; a message that it receives is still written to its memory. The memory of an active one stays in
     * use for a time that nothing tells. A freed request is not
     * to be used again. (MPI_Request_free)
     */
    public void free() {
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
                progress.defer(owner, this::drop);
            } else {
                progress.defer(this::drop);
            }
        });
    }

    /**
     * Returns whether the operation has completed, without making progress.
     *
     * @return true when it has completed, or is inactive
     */
    public final boolean isComplete() {
        return (int) STATE.getAcquire(this) != ACTIVE;
    }

    @Override
    public final boolean isMet() {
        return (int) STATE.getAcquire(this) != ACTIVE;
    }

    /**
     * Returns whether the request is inactive: never started, or its outcome was taken.
     *
     * @return true when there is nothing to wait for
     */
    public final boolean isInactive() {
        return (int) STATE.getOpaque(this) == INACTIVE;
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
            return progress.await(this, timeoutNs);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.PROC_ABORTED && e.errorClass() != ErrorClass.SESSION) {
                throw e;
            }
            throw new SennitException(e.errorClass(), e.getMessage() + " waiting for: " + this, e.getCause());
        }
    }

    /**
     * Makes progress once and looks.
     *
     * @return true when the operation is complete; its outcome is taken
     * @throws SennitException the operation's error; final
     */
    public final boolean test() {
        return test(null);
    }

    /**
     * Makes progress once and looks.
     *
     * @param status receives the outcome when complete; may be null
     * @return true when the operation is complete; its outcome is taken
     * @throws SennitException the operation's error; final
     */
    public final boolean test(Status status) {
        if (!isMet()) {
            progress.test(this);
            if (!isMet()) {
                progress.check(); // or a loop of tests would never learn that the job has failed
                return false;
            }
        }
        take(status);
        return true;
    }

    private void drop() {
        if (isInactive()) {
            return;
        }
        dropQuietly();
        failure = null;
        STATE.setOpaque(this, INACTIVE);
    }

    private void dropQuietly() {
        try {
            dropped();
        } catch (SennitException e) { // goes with the outcome
        }
    }

    /**
     * Makes progress once and looks at the outcome without taking it: the request stays as it is, its memory is the
     * caller's only after {@link #await()} or {@link #test()}, and an error is thrown only by them. (MPI_Request_get_status)
     *
     * @param status receives the outcome when complete; may be null
     * @return true when the operation is complete
     */
    public final boolean status(Status status) {
        if (!isMet()) {
            progress.test(this);
            if (!isMet()) {
                progress.check();
                return false;
            }
        }
        if (isInactive()) {
            if (status != null) {
                status.clear();
            }
            return true;
        }
        query();
        fill(status);
        return true;
    }

    private void fill(Status status) {
        if (status != null) {
            status.set(source, tag, countBytes, (int) STATE.getOpaque(this) == CANCELLED);
        }
    }

    /** Takes the outcome of a complete request. */
    final Status take(Status status) {
        if ((int) STATE.getAcquire(this) == INACTIVE) {
            return status == null ? null : status.clear();
        }
        if ((Action) CALLBACK.get(this) != null) {
            runCallback(); // where threads share the endpoint, completeOwn may have missed one that was just being set
        }
        SennitException error = failure;
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
        failure = null;
        STATE.setOpaque(this, INACTIVE);
        if (error != null) {
            // The detecting thread, often another one, created it: the stack of this call is the useful one.
            error.fillInStackTrace();
            throw raised(error);
        }
        return status;
    }
}
