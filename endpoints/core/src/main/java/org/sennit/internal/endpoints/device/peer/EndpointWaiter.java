package org.sennit.internal.endpoints.device.peer;

import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.progress.Condition;

/**
 * A sleep of one endpoint's thread in the network. Used by that thread.
 *
 * @param endpoint the endpoint, so that modules know which endpoint to wake
 * @param condition what ends the sleep
 */
record EndpointWaiter(int endpoint, Condition condition) implements NetworkWaiter {
    @Override
    public boolean isReady() {
        return condition.isMet();
    }
}
