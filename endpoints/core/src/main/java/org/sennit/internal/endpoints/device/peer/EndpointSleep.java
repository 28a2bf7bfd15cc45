package org.sennit.internal.endpoints.device.peer;

import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkLane;
import org.sennit.spi.progress.Condition;

/**
 * The sleep of the threads of one endpoint: in the network, if there is one. A sleep like the last one allocates
 * nothing.
 */
public final class EndpointSleep implements SleepPlace {
    private final int endpoint;
    private final RuntimeContext context;
    private final NetworkLane network; // null in a job of one process

    // Of the last sleep; where threads share the endpoint one may be lost, and another is made.
    private EndpointWaiter waiter;

    /**
     * Makes an endpoint sleep.
     *
     * @param context what all connections share
     * @param network the lane of the endpoint, or null
     */
    public EndpointSleep(int endpoint, RuntimeContext context, NetworkLane network) {
        this.endpoint = endpoint;
        this.context = context;
        this.network = network;
    }

    @Override
    public void sleep(Condition mustNotSleep, long timeoutNs) {
        if (network == null) {
            context.parkNanos(this, timeoutNs);
            return;
        }
        EndpointWaiter own = waiter;
        if (own == null || own.condition() != mustNotSleep) {
            own = new EndpointWaiter(endpoint, mustNotSleep);
            waiter = own;
        }
        network.await(own, timeoutNs);
    }

    @Override
    public void wake(Thread thread) {
        if (network == null) {
            context.unpark(thread);
        } else {
            network.wake(thread);
        }
    }
}
