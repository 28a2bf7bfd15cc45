package org.sennit.spi.progress;

/**
 * Moves an endpoint's operations on. {@link #poll} and {@link #await} are for the thread that drives the endpoint,
 * {@link #signal} is for all others.
 */
public interface Progress {
    /**
     * Does the work that is there, without blocking.
     *
     * @return the amount of work done, 0 for none
     */
    int poll();

    /**
     * As {@link #poll}, for a call that looks whether something is complete.
     *
     * @param what the call, whose text is made only for an error
     * @return the amount of work done, 0 for none
     * @throws org.sennit.message.SennitException UNSUPPORTED when another thread is found in the endpoint, which one
     *     at a time may use; final
     */
    default int test(Object what) {
        return poll();
    }

    /**
     * As {@link #test(Object)}, in a call that looks at several conditions.
     *
     * @param what one of them
     * @param all conditions of this endpoint; null ones are passed over
     * @return the work done
     */
    default int test(Object what, Condition[] all) {
        return test(what);
    }

    /**
     * Makes progress until a condition is met: spins briefly, yields, then parks.
     *
     * @param condition what to wait for; made true by this endpoint's own progress, or by a thread that calls
     *     {@link #signal} afterwards
     * @param timeoutNs the longest wait in nanoseconds, {@link Long#MAX_VALUE} for no limit
     * @return true when the condition is met, false when the time has passed
     * @throws org.sennit.message.SennitException PROC_ABORTED when the job is being aborted, SESSION when
     *     it has ended; final
     */
    boolean await(Condition condition, long timeoutNs);

    /**
     * Wakes the thread that waits in {@link #await}, if it is parked. The caller has made the condition true before,
     * by a volatile write or an atomic read-modify-write.
     */
    void signal();

    /** Called when a call about several requests begins; for watchers. Pairs with {@link #callEnds}. */
    default void callBegins() {}

    /** Called when such a call has ended, normally or with an exception. */
    default void callEnds() {}

    /**
     * Throws when the operation can no longer complete; called by polling loops.
     *
     * @throws org.sennit.message.SennitException PROC_ABORTED when the job is being aborted, SESSION when it has
     *     ended; final
     */
    default void check() {}

    /**
     * Returns whether several threads drive the endpoint at once, so that one may complete what another has begun; the
     * same for the whole life of the endpoint. Any thread may call.
     *
     * @return false where one thread at a time drives it
     */
    default boolean isShared() {
        return false;
    }

    /**
     * Carries a hook on until it is over; called by a thread that drives the endpoint.
     *
     * @param hook asked in every poll
     */
    default void add(ProgressHook hook) {
        throw new UnsupportedOperationException("no hooks here");
    }

    /**
     * Runs an action once in the endpoint's next poll, outside everything else; any thread may call. What it throws
     * goes to the handler of uncaught exceptions of the thread that polls: the call in which that happens is not to
     * blame.
     *
     * @param action may call the endpoint
     */
    default void defer(Runnable action) {
        throw new UnsupportedOperationException("no deferred actions here");
    }

    /**
     * Runs an action once in the next poll of a certain thread, where several share the endpoint; when that thread has
     * ended, in any thread's. Any thread may call.
     *
     * @param thread the only thread that can run it
     * @param action may call the endpoint
     */
    default void defer(Thread thread, Runnable action) {
        defer(action);
    }

    /**
     * Registers a listener for the end or failure of the job; any thread may call.
     *
     * @param watcher receives the events
     */
    default void watch(Abandonable watcher) {}

    /**
     * Removes a waiter that {@link #watch} has added; any thread may call.
     *
     * @param watcher the same
     */
    default void unwatch(Abandonable watcher) {}

    /** Notes that an operation has begun that the endpoint waits for, and any thread may complete. Any thread. */
    default void eventBegins() {}

    /** Called when the event that {@link #eventBegins} has announced has happened; any thread. */
    default void eventEnds() {}

    /** Notifies all watchers that the job has ended or failed, which {@link #check} says why. Any thread may call. */
    default void over() {}
}
