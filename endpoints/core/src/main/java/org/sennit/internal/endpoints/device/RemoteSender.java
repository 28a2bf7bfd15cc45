package org.sennit.internal.endpoints.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The sending side of an endpoint towards other processes: short messages eagerly, in one packet; long ones by
 * rendezvous, moved by the network module or, where that has no way of its own, as DATA. Belongs to the thread that drives the endpoint.
 */
final class RemoteSender {
    private final int endpoint;
    private final ProgressEngine progress;
    private final TransferTable transfers;
    private final boolean isShared;
    private final SentMessages sent;
    private final MemorySegment ownHeader = PacketDescriptor.newNativeHeader();
    private final RendezvousSender rendezvous;
    private final RecentSlice recent = new RecentSlice();
    private MemorySegment packing = MemorySegment.NULL; // free; of a size that was needed before

    RemoteSender(int endpoint, ProgressEngine progress, TransferTable transfers, boolean isShared, SentMessages sent) {
        this.endpoint = endpoint;
        this.progress = progress;
        this.transfers = transfers;
        this.isShared = isShared;
        this.sent = sent;
        this.rendezvous = new RendezvousSender(endpoint, progress, transfers, isShared, sent);
    }

    /** Who of the job has failed. */
    FailedPeers failed() {
        return transfers.failed();
    }

    private EagerSend eagerSend(
            VirtualConnection vc, Peer peer, Object communicator, int destination, Envelope e, NetworkSend pending) {
        return new EagerSend(progress, communicator, destination, e, pending, failed(), vc.process(), windowOf(peer));
    }

    /** Where messages are counted. */
    SentMessages sent() {
        return sent;
    }

    private MemorySegment header() {
        return isShared ? PacketDescriptor.newNativeHeader() : ownHeader;
    }

    void send(
            Peer peer,
            Object communicator,
            Envelope e,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        VirtualConnection vc = connectionTo(peer);
        if (!hasCredit(vc, peer, e)) {
            rendezvous
                    .start(vc, peer, communicator, e, destination, memory, offset, layout, true)
                    .await(null);
            return;
        }
        NetworkSend pending = startEager(vc, peer, e, memory, offset, layout, false);
        if (pending != null) {
            eagerSend(vc, peer, communicator, destination, e, pending).await(null);
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
        VirtualConnection vc = connectionTo(peer);
        if (!hasCredit(vc, peer, e)) {
            return rendezvous.start(vc, peer, communicator, e, destination, memory, offset, layout, false);
        }
        NetworkSend pending = startEager(vc, peer, e, memory, offset, layout, true);
        return pending == null
                ? CompletedRequest.of(progress, destination, e.tag, e.lengthBytes)
                : eagerSend(vc, peer, communicator, destination, e, pending);
    }

    /** Starts a send; null when it is complete already. A synchronous one goes by rendezvous at any size. */
    Request start(
            boolean isSynchronous,
            Peer peer,
            Object communicator,
            Envelope e,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        VirtualConnection vc = connectionTo(peer);
        if (isSynchronous || !hasCredit(vc, peer, e)) {
            return rendezvous.start(vc, peer, communicator, e, destination, memory, offset, layout, false);
        }
        NetworkSend pending = startEager(vc, peer, e, memory, offset, layout, true);
        return pending == null ? null : eagerSend(vc, peer, communicator, destination, e, pending);
    }

    /** The same sender for threads that do not drive the endpoint. */
    RemoteSender forAnyThread() {
        return isShared ? this : new RemoteSender(endpoint, progress, transfers, true, sent);
    }

    /** Whether a message would be sent eagerly now; a hint. */
    static boolean isEager(Peer peer, Envelope e) {
        return isShort(peer.remote().connection(), e) && windowOf(peer).hasRoom(e.lengthBytes);
    }

    private static boolean isShort(VirtualConnection vc, Envelope e) {
        return e.lengthBytes <= Math.min(vc.eagerLimitBytes(), ProcessDevice.EAGER_CAP_BYTES);
    }

    private VirtualConnection connectionTo(Peer peer) {
        return peer.remote().connection(endpoint, peer.address().endpoint());
    }

    private static CreditWindow windowOf(Peer peer) {
        return peer.remote().window(peer.address().endpoint());
    }

    /** Whether a message goes eagerly: room for it has been taken then. */
    private static boolean hasCredit(VirtualConnection vc, Peer peer, Envelope e) {
        return isShort(vc, e) && windowOf(peer).take(e.lengthBytes);
    }

    /** Starts an eager message; one that may wait travels with others where the network gathers them. */
    private NetworkSend startEager(
            VirtualConnection vc,
            Peer peer,
            Envelope e,
            MemorySegment memory,
            long offset,
            DataLayout layout,
            boolean mayWait) {
        sent.eager(e.lengthBytes);
        MemorySegment header = header();
        PacketDescriptor.write(header, PacketDescriptor.EAGER, e, peer.address().endpoint(), endpoint, e.lengthBytes);
        boolean isStarted = false;
        try {
            NetworkSend pending = start(vc, header, e.lengthBytes, memory, offset, layout, mayWait);
            isStarted = true;
            return pending;
        } finally {
            if (!isStarted) { // the memory cannot be read: nothing has been sent
                windowOf(peer).refund(e.lengthBytes);
            }
        }
    }

    private NetworkSend start(
            VirtualConnection vc,
            MemorySegment header,
            long lengthBytes,
            MemorySegment memory,
            long offset,
            DataLayout layout,
            boolean mayWait) {
        if (lengthBytes == 0) {
            return start(vc, header, MemorySegment.NULL, mayWait);
        } else if (layout != null || MemoryViews.isConfined(memory)) { // who drives the loop may have to copy it later
            return startPacked(vc, header, memory, offset, layout, lengthBytes, mayWait);
        }
        MemorySegment payload = isShared ? memory.asSlice(offset, lengthBytes) : recent.of(memory, offset, lengthBytes);
        return start(vc, header, payload, mayWait);
    }

    private static NetworkSend start(
            VirtualConnection vc, MemorySegment header, MemorySegment payload, boolean mayWait) {
        return mayWait ? vc.startBatched(header, payload) : vc.startMessage(header, payload);
    }

    /** The memory that it is packed into is used again once the message has gone at once, as it mostly does. */
    private NetworkSend startPacked(
            VirtualConnection vc,
            MemorySegment header,
            MemorySegment memory,
            long offset,
            DataLayout layout,
            long lengthBytes,
            boolean mayWait) {
        MemorySegment room = isShared ? MemorySegment.NULL : packing;
        packing = MemorySegment.NULL;
        if (room.byteSize() < lengthBytes) {
            room = Arena.ofAuto().allocate(lengthBytes, Long.BYTES);
        }
        LayoutCopy.pack(memory, offset, layout, 0, room, 0, lengthBytes);
        NetworkSend pending = start(vc, header, room.asSlice(0, lengthBytes), mayWait);
        if (pending == null && !isShared) {
            packing = room;
        }
        return pending;
    }

    /** Blocks until the large messages that the endpoint helps to move are where they belong, or their peers are lost. */
    void finishSteps() {
        rendezvous.finishSteps();
    }
}
