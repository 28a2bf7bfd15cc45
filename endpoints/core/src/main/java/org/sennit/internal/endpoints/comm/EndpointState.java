package org.sennit.internal.endpoints.comm;

import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.endpoints.device.Device;

/**
 * What all communicators of one endpoint have in common. Belongs to the thread that drives the endpoint.
 *
 * <p>An endpoint that a communicator has made goes when its last communicator is closed; one that the job has made stays
 * until its program ends.
 */
public final class EndpointState {
    private final Device device;
    private final ProcessState process;
    private final boolean isCreated;
    private final AtomicInteger open = new AtomicInteger(); // communicators; threads may make and close them at once

    /**
     * Makes the state of an endpoint.
     *
     * @param process the process in which it lives
     * @param isCreated whether a communicator has made it, not the job
     */
    public EndpointState(Device device, ProcessState process, boolean isCreated) {
        this.device = device;
        this.process = process;
        this.isCreated = isCreated;
    }

    /** Returns the device. */
    public Device device() {
        return device;
    }

    /** Returns the process in which it lives. */
    public ProcessState process() {
        return process;
    }

    /** A communicator has been made. */
    void opened() {
        open.incrementAndGet();
    }

    /** A communicator has been closed. What is under way goes on: where a receive waits, the endpoint stays. */
    void closed() {
        if (open.decrementAndGet() == 0 && isCreated && device.self().queue().postedCount() == 0) {
            process.device().removeEndpoint(device);
        }
    }
}
