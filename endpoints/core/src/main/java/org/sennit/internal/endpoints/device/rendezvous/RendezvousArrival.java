package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A large message that another process has announced and will send itself (null mode): matched like any other, and fetched
 * when it has been matched.
 *
 * @param transfers where the transfer is kept while it is under way
 * @param vc the connection to the sender's process
 * @param sendId the sender's id for it
 * @param endpoint to whom it goes
 * @param senderEndpoint who sends it
 */
public record RendezvousArrival(
        TransferTable transfers, VirtualConnection vc, long sendId, int endpoint, int senderEndpoint)
        implements PayloadSource {
    @Override
    public String protocol() {
        return "rendezvous";
    }

    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        if (lengthBytes == 0) { // a synchronous message of nothing: to be matched is all it waits for
            discard(0);
            receive.complete(sourceRank, tag, 0);
            return;
        }
        new IncomingTransfer(transfers, vc, receive, sourceRank, tag, lengthBytes, sendId, endpoint, senderEndpoint)
                .clearToSend();
    }

    @Override
    public void discard(long lengthBytes) {
        done(PacketDescriptor.DISCARDED, lengthBytes);
    }

    @Override
    public void refuse(long lengthBytes) {
        done(PacketDescriptor.REFUSED, lengthBytes);
    }

    @Override
    public void refuse(long lengthBytes, Throwable failure) {
        done(failure == null ? PacketDescriptor.REFUSED : PacketDescriptor.RECEIVER_FAILED, lengthBytes);
    }

    private void done(short status, long lengthBytes) {
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(
                header, PacketDescriptor.DONE, PacketDescriptor.TO_SENDER, status, sendId, 0, lengthBytes, 0);
        PacketDescriptor.writeEndpoints(header, senderEndpoint, endpoint);
        vc.startMessage(header, MemorySegment.NULL);
    }
}
