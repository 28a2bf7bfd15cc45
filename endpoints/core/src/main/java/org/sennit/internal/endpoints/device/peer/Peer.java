package org.sennit.internal.endpoints.device.peer;

/**
 * The other end of a message, resolved once for each communicator: an endpoint of this JVM, or one behind a connection.
 *
 * @param address where it lives
 * @param identity its address in groups and comparisons: its own, or that of the endpoint that made it where each
 *     member of a communicator made exactly one
 * @param local the endpoint when it is in this process, else null
 * @param remote its process when it is in another one, else null
 */
public record Peer(EndpointAddress address, EndpointAddress identity, LocalEndpoint local, RemoteProcess remote) {
    /**
     * Makes a peer that stands for itself.
     *
     * @param address where it lives
     * @param local the endpoint when it is in this process, else null
     * @param remote its process when it is in another one, else null
     */
    public Peer(EndpointAddress address, LocalEndpoint local, RemoteProcess remote) {
        this(address, address, local, remote);
    }
}
