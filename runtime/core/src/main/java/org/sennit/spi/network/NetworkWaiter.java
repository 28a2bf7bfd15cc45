package org.sennit.spi.network;

/**
 * What a thread waits for in {@link NetworkModule#await}. Whoever makes it true calls {@link NetworkModule#wake} with
 * the waiting thread afterwards, unless it happens in an upcall that the waiting thread runs itself.
 */
@FunctionalInterface
public interface NetworkWaiter {
    /**
     * Whether the wait is over. Called by the waiting thread only, any number of times, also while it holds the
     * network's loop: it must be short, must not block and must not call the module.
     *
     * @return true to end the wait
     */
    boolean isReady();

    /**
     * The endpoint that waits, so that a module knows whether a message is for somebody who sleeps.
     *
     * @return the endpoint's id in this process; −1 when the waiter is none
     */
    default int endpoint() {
        return -1;
    }
}
