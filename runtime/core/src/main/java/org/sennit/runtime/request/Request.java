package org.sennit.runtime.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * An operation that has been started and will complete. {@link #await} and {@link #test} make progress, give the
 * outcome once, and leave the request inactive; asked again, an inactive request is complete with an empty status, as
 * MPI has it (MPI 4.1, section 3.7.3).
 *
 * <p>To be waited for by the thread that drives its endpoint; completed by whichever thread moves the last byte. The
 * request holds its memory until it is complete.
 */
public abstract class Request implements Condition {
    /** What {@link #awaitAny} and {@link #testAny} return when no request is active. */
    public static final int UNDEFINED = -3;

    /** What {@link #testAny} returns when some are active and none is complete. */
    public static final int NONE = -1;

    private static final int INACTIVE = 0;
    private static final int ACTIVE = 1;
    private static final int COMPLETE = 2;

    private static final VarHandle STATE;
    private static final VarHandle CALLBACK;

    static {
        try {
            STATE = MethodHandles.lookup()
                    .findVarHandle(Request.class, "state", int.class)
                    .withInvokeExactBehavior();
            CALLBACK = MethodHandles.lookup()
                    .findVarHandle(Request.class, "callback", Runnable.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Progress progress;

    // Written by the completer before state becomes COMPLETE, read by the waiter after it has seen that.
    private int source;
    private int tag;
    private long countBytes;
    private boolean isCancelled;
    private SennitException failure;

    // COMPLETE is set with volatile (foreign completer) or release (own thread), read with acquire in isComplete.
    // Pairs: results above; the parked flag of the waiter (store-load on both sides). jcstress: RequestCompletion.
    @SuppressWarnings("FieldMayBeFinal")
    private int state;

    // Written volatile by whenComplete, which then looks at state; the completer looks here after it has set state.
    // Whoever takes it out by compare-and-set runs it, so it runs once. jcstress: RequestCompletion.
    @SuppressWarnings("FieldMayBeFinal")
    private Runnable callback;

    /**
     * Makes an inactive request.
     *
     * @param progress what moves it on
     */
    protected Request(Progress progress) {
        this.progress = progress;
    }

    /**
     * What moves this request on.
     *
     * @return the progress of its endpoint
     */
    protected final Progress progress() {
        return progress;
    }

    /** Makes the request active; called by its owner before anybody else knows of it. */
    protected final void activate() {
        failure = null;
        isCancelled = false;
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
        this.source = source;
        this.tag = tag;
        this.countBytes = countBytes;
        release();
        STATE.setRelease(this, COMPLETE);
        if ((Runnable) CALLBACK.get(this) != null) { // plain: set by this same thread, if at all
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
        this.source = source;
        this.tag = tag;
        this.countBytes = countBytes;
        release();
        STATE.setVolatile(this, COMPLETE);
        waiter.signal();
        // After the store, so that a whenComplete which saw the request active is seen here. By now the owner may use
        // the request again; then there is no callback, since blocking calls never set one.
        if ((Runnable) CALLBACK.getVolatile(this) != null) {
            runCallback();
        }
    }

    private void runCallback() {
        Runnable action = (Runnable) CALLBACK.getAcquire(this);
        if (action != null && CALLBACK.compareAndSet(this, action, (Runnable) null)) {
            try {
                action.run();
            } catch (
                    Throwable
                            e) { // the thread may be anybody's, in the middle of anything: a drain, the network's loop
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    /**
     * Runs an action once when the operation completes, or at once if it has. It runs on whichever thread completes
     * the operation, so it must be short, must not block, and must not call back into the endpoint; the outcome is still
     * to be taken by {@link #await()} or {@link #test()}. What it throws goes to that thread's handler of uncaught
     * exceptions. One action for a request; called by the thread that drives the
     * endpoint, before it waits.
     *
     * @param action what to run
     * @throws SennitException REQUEST when there is an action already; final
     */
    public final void whenComplete(Runnable action) {
        Objects.requireNonNull(action, "action");
        if (!CALLBACK.compareAndSet(this, (Runnable) null, action)) {
            throw new SennitException(ErrorClass.REQUEST, "the request has an action already");
        }
        if ((int) STATE.getVolatile(this) != ACTIVE) {
            runCallback();
        }
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

    /** Marks the request as cancelled and completes it; called by the thread that drives the endpoint. */
    protected final void completeCancelled() {
        isCancelled = true;
        completeOwn(Status.ANY, Status.ANY, 0);
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
     * Whether the operation has completed, without making progress.
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
     * Whether the request is inactive: never started, or its outcome was taken.
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
            progress.await(this, Long.MAX_VALUE);
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
        return isMet() || progress.await(this, timeoutNs);
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
            progress.poll();
            if (!isMet()) {
                progress.check(); // or a loop of tests would never learn that the job has failed
                return false;
            }
        }
        take(status);
        return true;
    }

    private Status take(Status status) {
        if ((int) STATE.getAcquire(this) == INACTIVE) {
            return status == null ? null : status.clear();
        }
        if ((Runnable) CALLBACK.get(this) != null) {
            runCallback(); // where threads share the endpoint, completeOwn may have missed one that was just being set
        }
        SennitException error = failure;
        try {
            finish();
        } catch (SennitException e) { // the message has come, but cannot be brought to where it belongs
            error = error == null ? e : error;
        }
        if (status != null) {
            status.set(source, tag, countBytes, isCancelled);
        }
        failure = null;
        STATE.setOpaque(this, INACTIVE);
        if (error != null) {
            throw error;
        }
        return status;
    }

    /**
     * Blocks until all are complete.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @throws SennitException the first error by index, the others suppressed in it; all have completed then
     */
    public static void awaitAll(Request... requests) {
        awaitAll(requests, null);
    }

    /**
     * Blocks until all are complete.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @param statuses receive the outcomes; may be null, as may its elements
     * @throws SennitException the first error by index, the others suppressed in it; all have completed then
     */
    public static void awaitAll(Request[] requests, Status[] statuses) {
        SennitException first = null;
        for (int i = 0; i < requests.length; i++) {
            Status status = statuses == null ? null : statuses[i];
            if (requests[i] == null) {
                clear(status);
                continue;
            }
            if (!requests[i].isMet()) {
                requests[i].progress.await(requests[i], Long.MAX_VALUE);
            }
            first = takeInto(requests[i], status, first);
        }
        if (first != null) {
            throw first;
        }
    }

    private static SennitException takeInto(Request request, Status status, SennitException first) {
        try {
            request.take(status);
            return first;
        } catch (SennitException e) {
            if (first == null) {
                return e;
            }
            first.addSuppressed(e);
            return first;
        }
    }

    private static void clear(Status status) {
        if (status != null) {
            status.clear();
        }
    }

    /**
     * Blocks until one is complete, and takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the index of a completed one, or {@link #UNDEFINED} at once when none is active
     * @throws SennitException the error of the completed one; final
     */
    public static int awaitAny(Request... requests) {
        return awaitAny(requests, null);
    }

    /**
     * Blocks until one is complete, and takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @param status receives the outcome; may be null
     * @return the index of a completed one, or {@link #UNDEFINED} at once when none is active
     * @throws SennitException the error of the completed one; final
     */
    public static int awaitAny(Request[] requests, Status status) {
        int found = find(requests);
        if (found == NONE) {
            awaitFirst(requests);
            found = find(requests);
        }
        return takeFound(requests, found, status);
    }

    /**
     * Makes progress once and looks whether one is complete; if so, takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the index of a completed one, {@link #NONE} when there is none yet, {@link #UNDEFINED} when none is
     *     active
     * @throws SennitException the error of the completed one; final
     */
    public static int testAny(Request... requests) {
        return testAny(requests, null);
    }

    /**
     * Makes progress once and looks whether one is complete; if so, takes its outcome.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @param status receives the outcome; may be null
     * @return the index of a completed one, {@link #NONE} when there is none yet, {@link #UNDEFINED} when none is
     *     active
     * @throws SennitException the error of the completed one; final
     */
    public static int testAny(Request[] requests, Status status) {
        int found = find(requests);
        if (found == NONE) {
            pollOnce(requests);
            found = find(requests);
        }
        return takeFound(requests, found, status);
    }

    private static int takeFound(Request[] requests, int found, Status status) {
        if (found >= 0) {
            requests[found].take(status);
        } else {
            clear(status);
        }
        return found;
    }

    /** The index of a completed active request, NONE when all active ones are pending, UNDEFINED without any. */
    private static int find(Request[] requests) {
        int found = UNDEFINED;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i])) {
                if (requests[i].isMet()) {
                    return i;
                }
                found = NONE;
            }
        }
        return found;
    }

    private static boolean isActive(Request request) {
        return request != null && !request.isInactive();
    }

    private static void awaitFirst(Request[] requests) {
        for (Request request : requests) {
            if (isActive(request)) {
                request.progress.await(() -> find(requests) >= 0, Long.MAX_VALUE);
                return;
            }
        }
    }

    private static void pollOnce(Request[] requests) {
        for (Request request : requests) {
            if (request != null && !request.isMet()) {
                request.progress.poll();
                if (!request.isMet()) { // or a loop of tests would never learn that the job has failed
                    request.progress.check();
                }
                return;
            }
        }
    }

    /**
     * Blocks until at least one is complete, and takes the outcomes of all that are.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the indices of the completed ones, empty when none is active
     * @throws SennitException the first error by index; the outcomes of the others are taken too
     */
    public static int[] awaitSome(Request... requests) {
        if (find(requests) == NONE) {
            awaitFirst(requests);
        }
        return takeCompleted(requests);
    }

    /**
     * Makes progress once, and takes the outcomes of all that are complete.
     *
     * @param requests of one endpoint; null and inactive ones are passed over
     * @return the indices of the completed ones, empty when there is none
     * @throws SennitException the first error by index; the outcomes of the others are taken too
     */
    public static int[] testSome(Request... requests) {
        if (find(requests) == NONE) {
            pollOnce(requests);
        }
        return takeCompleted(requests);
    }

    private static int[] takeCompleted(Request[] requests) {
        int[] indices = new int[requests.length];
        int n = 0;
        SennitException first = null;
        for (int i = 0; i < requests.length; i++) {
            if (isActive(requests[i]) && requests[i].isMet()) {
                indices[n++] = i;
                first = takeInto(requests[i], null, first);
            }
        }
        if (first != null) {
            throw first;
        }
        return java.util.Arrays.copyOf(indices, n);
    }

    /**
     * Makes progress once and looks whether all are complete. Takes the outcomes of all, or of none.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @return true when all are complete
     * @throws SennitException the first error by index, the others suppressed in it
     */
    public static boolean testAll(Request... requests) {
        return testAll(requests, null);
    }

    /**
     * Makes progress once and looks whether all are complete. Takes the outcomes of all, or of none.
     *
     * @param requests of one endpoint; null and inactive ones count as complete
     * @param statuses receive the outcomes; may be null, as may its elements
     * @return true when all are complete
     * @throws SennitException the first error by index, the others suppressed in it
     */
    public static boolean testAll(Request[] requests, Status[] statuses) {
        if (!allMet(requests)) {
            pollOnce(requests);
            if (!allMet(requests)) {
                return false;
            }
        }
        awaitAll(requests, statuses);
        return true;
    }

    private static boolean allMet(Request[] requests) {
        for (Request request : requests) {
            if (request != null && !request.isMet()) {
                return false;
            }
        }
        return true;
    }
}
