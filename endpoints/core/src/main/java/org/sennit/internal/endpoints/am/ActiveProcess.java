package org.sennit.internal.endpoints.am;

import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;

/** What the active messages of all endpoints of a process share. Any thread. */
public final class ActiveProcess {
    private final int process;
    private final ProcessDevice device;
    private final RemoteCalls calls = new RemoteCalls();

    /**
     * Makes that of a process.
     *
     * @param process its number in the job
     * @param device its devices; no connection yet
     */
    public ActiveProcess(int process, ProcessDevice device) {
        this.process = process;
        this.device = device;
    }

    /**
     * Returns the operations of the runtime that other processes execute.
     *
     * @return always the same
     */
    public RemoteCalls calls() {
        return calls;
    }

    /**
     * Returns an endpoint of this process.
     *
     * @param endpoint the endpoint
     * @return always the same for one endpoint
     */
    public ActiveEndpoint endpoint(LocalEndpoint endpoint) {
        return endpoint.extension(ActiveEndpoint.class, this::make);
    }

    private ActiveEndpoint make(LocalEndpoint endpoint) {
        return new ActiveEndpoint(endpoint, device.context());
    }

    /** A handler or a window has been opened: remote traffic may come at any time while all endpoints compute. */
    public void engage() {
        device.engage();
    }

    /** What {@link #engage} has told of has been closed. */
    public void disengage() {
        device.disengage();
    }

    @Override
    public String toString() {
        return "process " + process;
    }
}
