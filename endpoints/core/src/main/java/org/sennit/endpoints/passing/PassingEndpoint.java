package org.sennit.endpoints.passing;

import org.sennit.endpoints.device.Device;
import org.sennit.shm.match.SourceTable;

/** An endpoint as pools see it. */
public final class PassingEndpoint {
    private final Device device;

    /**
     * Shows an endpoint.
     *
     * @param device the endpoint's
     */
    public PassingEndpoint(Device device) {
        this.device = device;
    }

    SourceTable sources() {
        return device.sources();
    }

    /**
     * Whether several threads may use the endpoint at once.
     *
     * @return true at thread level multiple
     */
    public boolean isShared() {
        return device.isShared();
    }
}
