package org.sennit.internal.runtime.error;

/**
 * What an operation belongs to, such as a communicator, as far as it knows who of its members has failed: so that nobody
 * waits for one of them. Asked by the threads that drive the endpoint; does not block. (MPI's fault tolerance, ULFM)
 */
@FunctionalInterface
public interface FailureScope {
    /**
     * Whether a message from there can still come.
     *
     * @param source a rank, or −1 for any
     * @return why it cannot: who has failed, when and how that was noticed; null when it can
     */
    Throwable failureOf(int source);
}
