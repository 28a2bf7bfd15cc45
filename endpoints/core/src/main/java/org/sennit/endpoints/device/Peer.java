package org.sennit.endpoints.device;

/**
 * The other end of a message, resolved once for each communicator: an endpoint of this JVM, or one behind a connection.
 *
 * @param address where it lives
 * @param local the endpoint when it is in this process, else null
 * @param remote its process when it is in another one, else null
 */
public record Peer(EndpointAddress address, LocalEndpoint local, RemoteProcess remote) {}
