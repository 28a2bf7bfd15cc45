package org.sennit.spi.network;

/**
 * The condition of a wait in {@link NetworkModule#await}. The thread that makes it true calls
 * {@link NetworkModule#wake} with the waiting thread afterwards, unless it happens in an upcall that the
 * waiting thread runs itself.
 */
@FunctionalInterface
public interface NetworkWaiter {
    /**
     * Returns whether the wait is over. Called by the waiting thread only, any number of times, also while it holds the
     * network's loop: it must be short, must not block and must not call the module.
     *
     * @return true to end the wait
     */
    boolean isReady();

    /**
     * Returns the endpoint that waits, so that a module knows whether a message is for a sleeping endpoint.
     *
     * @return the endpoint's id in this process; −1 when the waiter is none
     */
    default int endpoint() {
        return -1;
    }
}
