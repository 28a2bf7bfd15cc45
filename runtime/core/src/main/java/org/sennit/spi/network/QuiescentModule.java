package org.sennit.spi.network;

/**
 * Optional interface of a {@link NetworkModule}: rest, as for a checkpoint. In Nemesis: the checkpoint hook.
 * Any thread, not in an upcall.
 *
 * <p>No caller yet: a layer that saves the state of a job will need it. The contract of all modules holds it.
 */
public interface QuiescentModule {
    /**
     * Brings the network to rest: what is pending goes out and is acknowledged, every connection is ended in order,
     * nothing listens and nothing connects until {@link #resume}. Sends made meanwhile are kept and go out after it.
     * Blocks; every process calls it, after all have stopped sending. A process without connections is at rest at once:
     * a peer that connects to it only then, before it calls this itself, takes it for dead. A second call does nothing.
     *
     * @param timeoutNs the longest that it may take, in nanoseconds
     * @throws org.sennit.message.SennitException with TIMEOUT when something was still pending then: nothing is lost,
     *     the same call may succeed later; with NETWORK when the module has been closed
     */
    void quiesce(long timeoutNs);

    /**
     * Ends the rest that {@link #quiesce} has brought: listens again, under the same business card, and lets the next
     * send connect. Does not block. Does nothing when there is no rest.
     *
     * @throws org.sennit.message.SennitException with NETWORK when the address cannot be bound
     *     again; another call may work
     */
    void resume();
}
