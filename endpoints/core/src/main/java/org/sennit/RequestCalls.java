package org.sennit;

/**
 * Calls of a {@link Communicator} that return a {@link org.sennit.message.Request} instead of blocking. It has two
 * views: {@link Communicator#nonblocking}, whose requests are active, and {@link Communicator#persistent}, whose
 * requests are inactive and are started again and again. The memory is in use while the request is active.
 *
 * <p>Threads and errors are those of the {@link Communicator}.
 */
public interface RequestCalls extends MessageRequests, CollectiveRequests, NeighborRequests {}
