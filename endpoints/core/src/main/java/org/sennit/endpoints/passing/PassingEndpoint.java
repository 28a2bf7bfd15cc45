package org.sennit.endpoints.passing;

import java.util.List;
import org.sennit.endpoints.device.Device;

/** An endpoint as pools of memory see it whose ownership is passed. */
public final class PassingEndpoint {
    private final Device device;
    private final PassingProcess process;

    /**
     * Shows an endpoint.
     *
     * @param device the endpoint's
     * @param process its process
     */
    public PassingEndpoint(Device device, PassingProcess process) {
        this.device = device;
        this.process = process;
    }

    PassingProcess process() {
        return process;
    }

    /**
     * Whether several threads may use the endpoint at once.
     *
     * @return true at thread level multiple
     */
    public boolean isShared() {
        return device.isShared();
    }

    /**
     * Sends memory of other processes home, with one packet for each process. Any thread.
     *
     * @param memory that nobody owns any more
     */
    public void sendHome(List<ForeignMemory> memory) {
        process.sendHome(memory);
    }
}
