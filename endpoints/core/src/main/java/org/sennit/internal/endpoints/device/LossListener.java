package org.sennit.internal.endpoints.device;

/** Called when a peer is lost; in an upcall of the network, so it must not block. */
interface LossListener {
    /** The connection to a process is lost for good. */
    void lost(int process, Throwable cause);

    /** The program of an endpoint of another process has failed. */
    void endpointFailed(int process, int endpoint, Throwable cause);
}
