package org.sennit.internal.endpoints.device.failure;

/** Called when a peer is lost; in an upcall of the network, so it must not block. */
public interface LossListener {
    /**
     * Called when the connection to a process is lost for good.
     *
     * @param process the number of the process
     * @param cause what has happened
     */
    void lost(int process, Throwable cause);

    /**
     * Called when the program of an endpoint of another process has failed.
     *
     * @param cause what has happened
     */
    void endpointFailed(int process, int endpoint, Throwable cause);
}
