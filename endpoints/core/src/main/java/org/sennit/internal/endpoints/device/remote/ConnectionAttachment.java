package org.sennit.internal.endpoints.device.remote;

import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.VirtualConnection;

/**
 * The device's attachment of a connection: the handler of its packets, and the connection used for answers. Used with
 * the connection's upcalls.
 */
final class ConnectionAttachment {
    private final PacketAssembler assembler;
    private final ArrivingPackets inOrder;
    private final VirtualConnection connection;

    ConnectionAttachment(PacketHandler packets, ArrivingPackets inOrder, VirtualConnection connection) {
        this.inOrder = inOrder;
        this.assembler = new PacketAssembler(packets);
        this.connection = connection;
    }

    PacketAssembler assembler() {
        return assembler;
    }

    /** Returns the handler for packets in order of arrival; null where the order must be restored first. */
    ArrivingPackets inOrder() {
        return inOrder;
    }

    /** Returns the connection as the device uses it: the module's, or one that numbers its packets. */
    VirtualConnection connection() {
        return connection;
    }
}
