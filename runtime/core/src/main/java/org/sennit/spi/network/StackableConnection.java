package org.sennit.spi.network;

/**
 * Optional interface of a {@link VirtualConnection}: tasks among its upcalls, so that another module can stand on it
 * and hand up later what has arrived.
 *
 * <p>Callers: wrappers that hold arrivals back (stress/chaos), and wrappers that pass the
 * call to the connection beneath.
 */
public interface StackableConnection {
    /**
     * Runs a task as an upcall of this connection runs: with its loop held, so that none of its upcalls and callbacks
     * runs meanwhile. In this call if no thread holds the loop, else by its holder, or with a poll. Tasks run in the
     * order of the calls. Any thread. Does not block.
     *
     * @param task must not block, and should not throw
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed: there are no
     *     upcalls any more; do not retry
     */
    void execute(Runnable task);
}
