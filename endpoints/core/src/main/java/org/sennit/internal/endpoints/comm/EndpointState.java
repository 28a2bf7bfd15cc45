package org.sennit.internal.endpoints.comm;

import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.endpoints.device.Device;

/**
 * The state shared by all communicators of one endpoint. Belongs to the thread that drives the endpoint.
 *
 * <p>An endpoint made by a communicator ends when its last communicator is closed; an endpoint made by the job ends
 * with its program.
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

    /** Counts a new communicator. */
    void opened() {
        open.incrementAndGet();
    }

    /** Counts a closed communicator. Operations under way continue: the endpoint stays while a receive waits. */
    void closed() {
        if (open.decrementAndGet() == 0 && isCreated && device.self().queue().postedCount() == 0) {
            process.device().removeEndpoint(device);
        }
    }
}
