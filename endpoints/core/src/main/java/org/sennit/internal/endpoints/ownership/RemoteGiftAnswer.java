package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.MemorySegment;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/** Sends the outcome of a gift to its giver in another process. */
record RemoteGiftAnswer(VirtualConnection vc, long answerId) implements GiftAnswer {
    @Override
    public void taken(long lengthBytes) {
        send(PacketDescriptor.MOVED, lengthBytes, MemorySegment.NULL);
    }

    @Override
    public void refused(long lengthBytes, GiveRefusal refusal) {
        send(refusal.status(), lengthBytes, refusal.payload());
    }

    private void send(short status, long lengthBytes, MemorySegment text) {
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(
                header, PacketDescriptor.PASSED, PacketDescriptor.TO_SENDER, status, answerId, 0, lengthBytes);
        PacketDescriptor.writePayloadLength(header, text.byteSize());
        PacketDescriptor.writeEndpoints(header, PacketDescriptor.NO_ENDPOINT, PacketDescriptor.NO_ENDPOINT);
        try {
            vc.startMessage(header, text);
        } catch (SennitException e) { // the network has been closed, and the giver is notified of that
            return;
        }
    }
}
