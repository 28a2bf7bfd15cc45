package org.sennit.internal.net.connection;

import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkUpcalls;

/**
 * What the connection tables of all lanes of a module have in common.
 *
 * @param settings the numbers of connections
 * @param routes which sockets lead to a peer
 * @param context clock, threads and random numbers
 * @param upcalls the upcalls of the device
 */
public record SharedByLanes(
        ConnectionSettings settings, Routes routes, RuntimeContext context, NetworkUpcalls upcalls) {}
