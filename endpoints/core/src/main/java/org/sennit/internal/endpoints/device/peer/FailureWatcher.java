package org.sennit.internal.endpoints.device.peer;

/** An operation under way that must end itself when its peer fails. Registered with its endpoint until it ends. */
@FunctionalInterface
public interface FailureWatcher {
    /** Called when an endpoint or process of the job has failed; called by the thread that drives the endpoint. */
    void peersFailed();

    /**
     * Called as {@link #peersFailed}, but at once and by the thread that learns of it, which may be an upcall: for what
     * others wait for while this endpoint computes. Must not block.
     */
    default void peersFailedMeanwhile() {}

    /** Returns whether a thread that does not drive the endpoint may carry the operation on. Any thread. */
    default boolean isLeftToOthers() {
        return false;
    }

    /**
     * Returns whether an endpoint has no open communicator: it sends nothing but what other threads let go. Any thread.
     */
    default boolean isWithoutCommunicators() {
        return false;
    }
}
