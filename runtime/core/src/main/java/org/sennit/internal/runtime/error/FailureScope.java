package org.sennit.internal.runtime.error;

/**
 * The scope of an operation, such as a communicator, as far as it knows which of its members have failed: so that no
 * thread waits for one of them. Asked by the threads that drive the endpoint; does not block. (MPI's fault tolerance,
 * ULFM)
 */
@FunctionalInterface
public interface FailureScope {
    /**
     * Returns whether a message from there can still come.
     *
     * @param source a rank, or −1 for any
     * @return why it cannot: which peer has failed, when and how that was noticed; null when it can
     */
    Throwable failureOf(int source);

    /**
     * Returns the rank whose failure {@link #failureOf} has returned.
     *
     * @param source a rank, or −1 for any
     * @return the rank; −1 when none has failed
     */
    default int failedRank(int source) {
        return source;
    }

    /** Returns the rank of the endpoint that asks; −1 when it has none. */
    default int rank() {
        return -1;
    }
}
