package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.flow.CreditWindow;
import org.sennit.internal.endpoints.device.flow.KeptCredit;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.rendezvous.PersistentTransfer;
import org.sennit.internal.endpoints.device.rendezvous.RendezvousSender;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.Request;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.ShortMessageConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The sending side of an endpoint towards other processes: short messages eagerly, in one packet; long ones by
 * rendezvous, moved by the network module or, in null mode, as DATA packets of the device. Belongs to the thread that
 * drives the endpoint.
 */
public final class RemoteSender {
    /**
     * The binary logarithm of the places of a memory that are known again, eight entries each: parts of collective
     * operations, and the lines of as many meetings as a team has at once.
     */
    private static final int SLICE_SET_BITS = 4;

    private final int endpoint;
    private final ProgressEngine progress;
    private final TransferTable transfers;
    private final boolean isShared;
    private final SentMessages sent;
    private final MemorySegment ownHeader = PacketDescriptor.newNativeHeader();
    private final RendezvousSender rendezvous;
    private final RecentSlices recent = new RecentSlices(SLICE_SET_BITS);
    private final RecentSlices recentlyPacked = new RecentSlices(0);
    private final KeptCredit kept = new KeptCredit(); // not where threads share the endpoint
    private MemorySegment packing = MemorySegment.NULL; // reusable; of the largest size needed so far

    /**
     * Makes a remote sender.
     *
     * @param progress moves the endpoint on
     * @param transfers the transfers under way
     * @param isShared whether several threads use the endpoint
     * @param sent counts messages
     */
    public RemoteSender(
            int endpoint, ProgressEngine progress, TransferTable transfers, boolean isShared, SentMessages sent) {
        this.endpoint = endpoint;
        this.progress = progress;
        this.transfers = transfers;
        this.isShared = isShared;
        this.sent = sent;
        this.rendezvous = new RendezvousSender(endpoint, progress, transfers, isShared, sent);
    }

    /** Returns the failed processes and endpoints, as far as this process knows. */
    public FailedPeers failed() {
        return transfers.failed();
    }

    /** Returns the counters of messages. */
    public SentMessages sent() {
        return sent;
    }

    private MemorySegment header() {
        return isShared ? PacketDescriptor.newNativeHeader() : ownHeader;
    }

    /** Sends; blocks until the caller may reuse the memory. */
    public void send(OutgoingMessage message) {
        Request started = start(message, false, true, null);
        if (started != null) {
            started.await(null);
        }
    }

    /**
     * Starts a send. A synchronous send uses rendezvous at any size.
     *
     * @param isSynchronous whether it completes only when the message has been received
     * @param persistent the state kept by a persistent request; null: not persistent
     * @return the request; null when the send is complete
     */
    public Request start(OutgoingMessage message, boolean isSynchronous, PersistentTransfer persistent) {
        return start(message, isSynchronous, false, persistent);
    }

    /**
     * Takes back the request of a send that was successful and that no other code knows. By the thread that started it.
     */
    public void reuse(Request send) {
        rendezvous.reuse(send);
    }

    private Request start(
            OutgoingMessage message, boolean isSynchronous, boolean isBlocking, PersistentTransfer persistent) {
        VirtualConnection vc = connectionTo(message.peer);
        if (isSynchronous || !hasCredit(vc, message)) {
            return rendezvous.start(vc, message, isBlocking, persistent);
        }
        NetworkSend pending = startEager(vc, message, !isBlocking);
        return pending == null ? null : pending(message, pending, vc, persistent);
    }

    /** Returns the request of an eager message that the network has queued. */
    private Request pending(
            OutgoingMessage message, NetworkSend operation, VirtualConnection vc, PersistentTransfer persistent) {
        Request front = null;
        if (persistent != null) {
            persistent.goesEagerly();
            front = persistent.request();
        }
        return new EagerSend(progress, front, message, operation, failed(), vc.process(), windowOf(message.peer))
                .request();
    }

    /** Returns a sender for threads that do not drive the endpoint. */
    public RemoteSender forAnyThread() {
        return isShared ? this : new RemoteSender(endpoint, progress, transfers, true, sent);
    }

    /** Returns whether a message would be sent eagerly now; a hint, since credit may come or go. */
    public static boolean isEager(OutgoingMessage message) {
        return isShort(message.peer.remote().connection(), message)
                && windowOf(message.peer).hasRoom(message.lengthBytes);
    }

    private static boolean isShort(VirtualConnection vc, OutgoingMessage message) {
        return message.lengthBytes <= vc.eagerLimitBytes();
    }

    private VirtualConnection connectionTo(Peer peer) {
        return peer.remote().connection(endpoint, peer.address().endpoint());
    }

    private static CreditWindow windowOf(Peer peer) {
        return peer.remote().window(peer.address().endpoint());
    }

    /** Returns whether a message is sent eagerly; if so, credit for it has been taken. */
    private boolean hasCredit(VirtualConnection vc, OutgoingMessage message) {
        return isShort(vc, message) && takeCredit(windowOf(message.peer), message.lengthBytes);
    }

    private boolean takeCredit(CreditWindow window, long lengthBytes) {
        return isShared ? window.take(lengthBytes) : kept.take(window, lengthBytes);
    }

    /**
     * Fast path: sends a short eager message out of an array without its packet.
     *
     * @param peer the receiver
     * @param contextId the communicator's context id
     * @param rankAndTag the sender's rank and the tag, {@link #joined}
     * @param array as {@link ShortMessageConnection#startShort} takes it
     * @param offset where the message begins in it, in bytes
     * @return false when this path is not possible, and nothing has happened
     */
    public boolean sendShort(
            Peer peer, int contextId, long rankAndTag, int signature, Object array, int offset, int lengthBytes) {
        ShortMessageConnection connection = peer.remote().shortMessages();
        if (connection == null || lengthBytes > connection.shortLimitBytes()) {
            return false;
        }
        CreditWindow window = windowOf(peer);
        if (!takeCredit(window, lengthBytes)) {
            return false;
        }
        long endpoints = joined(peer.address().endpoint(), endpoint);
        boolean isSent = false;
        try {
            isSent = connection.startShort(contextId, endpoints, rankAndTag, signature, array, offset, lengthBytes);
        } finally {
            if (!isSent) {
                window.refund(lengthBytes);
            }
        }
        if (isSent) {
            sent.eager(lengthBytes);
        }
        return isSent;
    }

    /**
     * Returns whether {@link #sendShort} may be possible now.
     *
     * @param length the length of the message, in bytes
     */
    public static boolean takesShort(Peer peer, long length) {
        ShortMessageConnection connection = peer.remote().shortMessages();
        return connection != null && length <= connection.shortLimitBytes();
    }

    /** Returns two numbers in one, the first in the lower half. */
    public static long joined(int low, int high) {
        return Integer.toUnsignedLong(low) | (long) high << Integer.SIZE;
    }

    /** Starts an eager message; the network may batch it with others if it may wait. */
    private NetworkSend startEager(VirtualConnection vc, OutgoingMessage message, boolean mayWait) {
        sent.eager(message.lengthBytes);
        MemorySegment header = header();
        PacketDescriptor.write(
                header,
                PacketDescriptor.EAGER,
                message,
                message.peer.address().endpoint(),
                endpoint,
                message.lengthBytes);
        boolean isStarted = false;
        try {
            NetworkSend pending = startMessage(vc, header, message, mayWait);
            isStarted = true;
            return pending;
        } finally {
            if (!isStarted) { // the memory cannot be read: nothing has been sent
                windowOf(message.peer).refund(message.lengthBytes);
            }
        }
    }

    private NetworkSend startMessage(
            VirtualConnection vc, MemorySegment header, OutgoingMessage message, boolean mayWait) {
        if (message.lengthBytes == 0) {
            return startPacket(vc, header, MemorySegment.NULL, mayWait);
        } else if (message.layout != null
                || MemoryViews.isConfined(message.memory)) { // another thread may have to copy it later
            return startPacked(vc, header, message, mayWait);
        }
        MemorySegment payload = isShared
                ? message.memory.asSlice(message.offset, message.lengthBytes)
                : recent.of(message.memory, message.offset, message.lengthBytes);
        return startPacket(vc, header, payload, mayWait);
    }

    private static NetworkSend startPacket(
            VirtualConnection vc, MemorySegment header, MemorySegment payload, boolean mayWait) {
        return mayWait ? vc.startBatched(header, payload) : vc.startMessage(header, payload);
    }

    /** Packs into reusable memory; the message has mostly left it on return. */
    private NetworkSend startPacked(
            VirtualConnection vc, MemorySegment header, OutgoingMessage message, boolean mayWait) {
        long lengthBytes = message.lengthBytes;
        MemorySegment room = isShared ? MemorySegment.NULL : packing;
        packing = MemorySegment.NULL;
        if (room.byteSize() < lengthBytes) {
            room = Arena.ofAuto().allocate(lengthBytes, Long.BYTES);
        }
        LayoutCopy.pack(message.memory, message.offset, message.layout, 0, room, 0, lengthBytes);
        MemorySegment packed = isShared ? room.asSlice(0, lengthBytes) : recentlyPacked.of(room, 0, lengthBytes);
        NetworkSend pending = startPacket(vc, header, packed, mayWait);
        if (pending == null && !isShared) {
            packing = room;
        }
        return pending;
    }

    /**
     * Sends nothing more; blocks until the large messages that the endpoint helps to move are where they belong, or
     * their peers are lost.
     */
    public void finishSteps() {
        kept.giveBack();
        rendezvous.finishSteps();
    }
}
