package org.sennit.internal.endpoints.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.device.rendezvous.Peerless;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Numbers of packets over a module without order: those of active messages have none, however they are sent. */
@Core
@Deadline(seconds = 20)
class NumberedConnectionTest {
    private final Peerless module = new Peerless(1);
    private final NumberedConnection connection = new NumberedConnection(module, UnaryOperator.identity());

    private static MemorySegment header(byte type) {
        MemorySegment header = PacketDescriptor.newHeader();
        header.set(ValueLayout.JAVA_BYTE, 0, type);
        return header;
    }

    private int numberOfNext() {
        connection.startMessage(header(PacketDescriptor.DONE), MemorySegment.NULL);
        return PacketDescriptor.number(module.headers.removeLast());
    }

    @Test
    void packetsOfActiveMessagesTakeNone() {
        assertEquals(0, numberOfNext());
        connection.startMessage(header(PacketDescriptor.ACTIVE_MESSAGE), MemorySegment.NULL);
        connection.startBatched(header(PacketDescriptor.ACTIVE_REPLY), MemorySegment.NULL);
        connection.send(new NetworkSend(), header(PacketDescriptor.ACTIVE_MESSAGE), MemorySegment.NULL);
        assertEquals(1, numberOfNext());
    }

    @Test
    void allOthersTakeTheNext() {
        assertEquals(0, numberOfNext());
        connection.send(new NetworkSend(), header(PacketDescriptor.DATA), MemorySegment.NULL);
        assertEquals(2, numberOfNext());
    }
}
