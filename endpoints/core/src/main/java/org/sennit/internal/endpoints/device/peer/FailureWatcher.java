package org.sennit.internal.endpoints.device.peer;

/** An operation under way that nobody else would end when its peer fails. Known to its endpoint as long as it lives. */
@FunctionalInterface
public interface FailureWatcher {
    /** Somebody of the job has failed; called by the thread that drives the endpoint. */
    void peersFailed();

    /**
     * Returns whether a thread that does not drive the endpoint may carry the operation on; asked by any thread.
     *
     * @return true while one may
     */
    default boolean isLeftToOthers() {
        return false;
    }
}
