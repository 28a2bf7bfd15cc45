package org.sennit.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.MemoryViews;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.message.PacketDescriptor;
import org.sennit.runtime.netmod.NetworkSend;
import org.sennit.runtime.netmod.VirtualConnection;
import org.sennit.runtime.progress.ProgressEngine;
import org.sennit.runtime.request.Request;

/**
 * The sending side of an endpoint towards other processes: short messages eagerly, in one packet; long ones by
 * rendezvous (RTS, CTS, DATA). Belongs to the thread that drives the endpoint.
 */
final class RemoteSender {
    private final int endpoint;
    private final ProgressEngine progress;
    private final TransferTable transfers;
    private final boolean isShared;
    private final MemorySegment ownHeader = newHeader();

    RemoteSender(int endpoint, ProgressEngine progress, TransferTable transfers, boolean isShared) {
        this.endpoint = endpoint;
        this.progress = progress;
        this.transfers = transfers;
        this.isShared = isShared;
    }

    private static MemorySegment newHeader() {
        return Arena.ofAuto().allocate(PacketDescriptor.HEADER_LENGTH, Long.BYTES);
    }

    private MemorySegment header() {
        return isShared ? newHeader() : ownHeader;
    }

    void send(
            Peer peer,
            Object communicator,
            Envelope e,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        VirtualConnection vc = peer.remote().connection();
        if (!isEager(vc, e)) {
            rendezvous(vc, peer, communicator, e, destination, memory, offset, layout)
                    .await(null);
            return;
        }
        NetworkSend pending = startEager(vc, peer, e, memory, offset, layout);
        if (pending != null) {
            new EagerSend(progress, communicator, destination, e, pending).await(null);
        }
    }

    Request sendNonblocking(
            Peer peer,
            Object communicator,
            Envelope e,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        VirtualConnection vc = peer.remote().connection();
        if (!isEager(vc, e)) {
            return rendezvous(vc, peer, communicator, e, destination, memory, offset, layout);
        }
        NetworkSend pending = startEager(vc, peer, e, memory, offset, layout);
        return pending == null
                ? CompletedRequest.of(progress, destination, e.tag, e.lengthBytes)
                : new EagerSend(progress, communicator, destination, e, pending);
    }

    private static boolean isEager(VirtualConnection vc, Envelope e) {
        return e.lengthBytes <= Math.min(vc.eagerLimitBytes(), ProcessDevice.EAGER_CAP_BYTES);
    }

    private NetworkSend startEager(
            VirtualConnection vc, Peer peer, Envelope e, MemorySegment memory, long offset, DataLayout layout) {
        MemorySegment header = header();
        PacketDescriptor.write(header, PacketDescriptor.EAGER, e, peer.address().endpoint(), endpoint, e.lengthBytes);
        MemorySegment payload;
        if (e.lengthBytes == 0) {
            payload = MemorySegment.NULL;
        } else if (layout != null || MemoryViews.isConfined(memory)) { // who drives the loop may have to copy it later
            payload = Device.staged(memory, offset, layout, e.lengthBytes).asSlice(0, e.lengthBytes);
        } else {
            payload = memory.asSlice(offset, e.lengthBytes);
        }
        return vc.startMessage(header, payload);
    }

    private RendezvousSend rendezvous(
            VirtualConnection vc,
            Peer peer,
            Object communicator,
            Envelope e,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        if (layout != null || MemoryViews.isConfined(memory)) {
            memory = Device.staged(memory, offset, layout, e.lengthBytes);
            offset = 0;
        }
        RendezvousSend send = new RendezvousSend(
                progress, transfers, vc, communicator, destination, e, memory.asSlice(offset, e.lengthBytes));
        MemorySegment header = header();
        PacketDescriptor.write(header, PacketDescriptor.RTS, e, peer.address().endpoint(), endpoint, 0);
        PacketDescriptor.writeSendId(header, send.id());
        vc.startMessage(header, MemorySegment.NULL); // queued or gone: the header has been copied
        return send;
    }
}
