package org.sennit.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.UncaughtExceptions;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * The completion of an operation: its state and outcome, published by the completing thread to the waiting one, and the
 * actions that run at completion. Its methods are inherited by {@link Request}, which has the waits.
 */
abstract class Completion extends RequestSet implements Condition {
    private static final byte INACTIVE = 0;
    private static final byte ACTIVE = 1;
    private static final byte COMPLETE = 2;
    private static final byte CANCELLED = 3; // complete, too

    private static final VarHandle STATE =
            FieldHandle.of(MethodHandles.lookup(), Completion.class, "state", byte.class);
    private static final VarHandle CALLBACK =
            FieldHandle.of(MethodHandles.lookup(), Completion.class, "callback", Action.class);

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
    private byte state; // with it and what Request adds a send is of 64 bytes

    // The newest of a list. Written volatile by whenComplete, which then looks at state; the completer looks
    // here after it has set state. The thread that takes the list out by compare-and-set runs it, so each runs once.
    // jcstress: RequestStress.TwoActions, ActionRunsOnce, Restart.
    @SuppressWarnings("FieldMayBeFinal")
    private Action callback;

    /** Makes one that is inactive. */
    Completion(Progress progress) {
        this.progress = progress;
    }

    /**
     * Returns the progress that completes this request.
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

    private void settleOwn(byte outcome) {
        release();
        STATE.setRelease(this, outcome);
        if (progress.isShared()) {
            // Another thread may be in whenComplete: its compare-and-set and look at the state pair with this fence, so
            // that one of the two sees the other. jcstress: RequestStress.ActionAndOwnThread.
            VarHandle.fullFence();
        }
        if ((Action) CALLBACK.get(this) != null) { // plain: behind the fence, or set by this same thread
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
     * Runs the actions, unless the owner has started the request again meanwhile: then it belongs to the operation that
     * is active now, whose completer will find it. The action is read before the state, and each is an object of its
     * own, so the compare-and-set takes the one that the state was good for. jcstress: RequestStress.Restart.
     */
    private void runCallback() {
        Action action = (Action) CALLBACK.getVolatile(this);
        if (action == null
                || (byte) STATE.getVolatile(this) == ACTIVE
                || !CALLBACK.compareAndSet(this, action, (Action) null)) {
            return;
        }
        action.runAll();
    }

    /** An action to run at completion. A class, not a record: its identity counts. Immutable. */
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
                UncaughtExceptions.handle(e);
            }
        }
    }

    /**
     * Runs an action once when the operation completes, or at once if it has. It runs on whichever thread completes the
     * operation, so it must be short, must not block, and must not call back into the endpoint; the outcome is still to
     * be taken by {@link Request#await()} or {@link Request#test()}. What it throws goes to that thread's handler of
     * uncaught exceptions. Several actions run in the order in which they were given; called by the thread that drives
     * the endpoint, before it waits.
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
     * @param failure what {@link Request#await} throws
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
        Completion done = other;
        this.failure = done.failure;
        complete(done.source, done.tag, done.countBytes);
    }

    /**
     * Returns the error of a complete request whose outcome has not been taken.
     *
     * @param other complete
     * @return its error, or null
     */
    protected static SennitException failureOf(Request other) {
        return other.failure();
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
     * Replaces the outcome of a complete request; called by the waiter's thread, in {@link Request#query}.
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

    /** Lets go of the memory, if it holds any; called once, by the completer, before the request is seen complete. */
    protected void release() {}

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
     * Returns whether the operation has completed, without making progress.
     *
     * @return true when it has completed, or is inactive
     */
    public final boolean isComplete() {
        return (byte) STATE.getAcquire(this) != ACTIVE;
    }

    @Override
    public final boolean isMet() {
        return (byte) STATE.getAcquire(this) != ACTIVE;
    }

    /**
     * Returns whether the request is inactive: never started, or its outcome was taken.
     *
     * @return true when there is nothing to wait for
     */
    public final boolean isInactive() {
        return (byte) STATE.getOpaque(this) == INACTIVE;
    }

    /** Gives the outcome of a complete request. */
    final void fill(Status status) {
        if (status != null) {
            status.set(source, tag, countBytes, (byte) STATE.getOpaque(this) == CANCELLED);
        }
    }

    /** As {@link #isInactive}, for the thread that takes the outcome: what the completer has written is to be seen. */
    final boolean isTaken() {
        return (byte) STATE.getAcquire(this) == INACTIVE;
    }

    /** Returns the error of a complete request whose outcome has not been taken; null without one. */
    final SennitException failure() {
        return failure;
    }

    /** Called when the outcome has been taken: the request is inactive, and may be used again. */
    final void forgetOutcome() {
        failure = null;
        STATE.setOpaque(this, INACTIVE);
    }
}
