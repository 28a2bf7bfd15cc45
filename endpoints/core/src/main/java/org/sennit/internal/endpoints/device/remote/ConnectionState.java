package org.sennit.internal.endpoints.device.remote;

import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.VirtualConnection;

/**
 * What the device has attached to a connection: how its packets are found, and by what they are answered. Used with the
 * connection's upcalls.
 */
final class ConnectionState {
    private final PacketAssembler assembler;
    private final ArrivingPackets inOrder;
    private final VirtualConnection connection;

    ConnectionState(PacketHandler packets, ArrivingPackets inOrder, VirtualConnection connection) {
        this.inOrder = inOrder;
        this.assembler = new PacketAssembler(packets);
        this.connection = connection;
    }

    PacketAssembler assembler() {
        return assembler;
    }

    /** Returns what takes the packets as they come; null where they must be put in order before. */
    ArrivingPackets inOrder() {
        return inOrder;
    }

    /** The connection as the device uses it: the module's, or that with numbers in its packets. */
    VirtualConnection connection() {
        return connection;
    }
}
