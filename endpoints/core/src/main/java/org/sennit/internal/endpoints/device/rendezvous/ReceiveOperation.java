package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.StagingMemory;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Progress;

/**
 * The receiving side of a large message: filled from RTS with the network's loop held, matched like any other message,
 * started by the endpoint's thread after the match. Threads after that: see {@link LargeOperation}.
 */
public final class ReceiveOperation extends LargeOperation implements PayloadSource {
    private final ReceiveOperations pool;

    // Written by the upcall of RTS, before it is put into the inbox.
    private VirtualConnection from;
    private int endpoint;
    private Progress progress;
    private int senderEndpoint;
    private long sendId;
    private long announcedBytes;
    private boolean isNullMode;
    private MemorySegment cookie; // null: none
    private final RecentRooms rooms = new RecentRooms();
    private final RecentSlices parts = new RecentSlices(0); // used by the endpoint's thread, before begin

    // Written by the endpoint's thread, before begin.
    private ReceiveRequest receive;
    private int sourceRank;
    private int tag;
    private long lengthBytes;
    private MemorySegment memory; // not confined
    private long offset;
    private DataLayout layout; // null: without gaps
    private MemorySegment whole; // the slice of the message; null with a layout, and in null mode
    private StagedReceive staged; // null: received directly into the user's memory

    private long missingBytes; // in null mode; used with the connection's upcalls from CTS on

    ReceiveOperation(ReceiveOperations pool, TransferTable transfers) {
        super(transfers);
        this.pool = pool;
    }

    /**
     * Called when RTS has arrived.
     *
     * @param to the endpoint, or null when it has gone
     * @param fromEndpoint the sender's endpoint
     * @param mover what moves them: {@link PacketDescriptor#BY_DEVICE} or {@link PacketDescriptor#BY_MODULE}
     */
    public void announced(VirtualConnection vc, LocalEndpoint to, int fromEndpoint, long id, long bytes, short mover) {
        from = vc;
        endpoint = to == null ? PacketDescriptor.NO_ENDPOINT : to.id();
        progress = to == null ? null : to.progress();
        senderEndpoint = fromEndpoint;
        sendId = id;
        announcedBytes = bytes;
        isNullMode = mover == PacketDescriptor.BY_DEVICE;
        if (cookie != null) {
            rooms.give(cookie);
            cookie = null;
        }
    }

    /**
     * Returns memory for the cookie of RTS.
     *
     * @return memory of that length
     */
    public MemorySegment cookieRoom(int bytes) {
        cookie = rooms.take(bytes);
        return cookie;
    }

    @Override
    public MessageProtocol protocol() {
        return MessageProtocol.RENDEZVOUS;
    }

    @Override
    public boolean isReceiving() {
        return true;
    }

    @Override
    public void deliver(ReceiveRequest matched, int source, int messageTag, long length) {
        if (length == 0) { // an empty synchronous message only waits for its match
            discard(0);
            matched.complete(source, messageTag, 0);
            return;
        }
        receive = matched;
        sourceRank = source;
        tag = messageTag;
        lengthBytes = length;
        prepareMemory(matched, length);
        missingBytes = length;
        LargeMessageTransfer transfer = isNullMode ? NullMode.INSTANCE : from.largeMessages();
        begin(from, transfer, progress);
        try {
            if (transfer == null) {
                throw new IllegalArgumentException("the network module moves no large messages on this side");
            }
            transfer.startReceive(this, cookie);
        } catch (RuntimeException | Error e) {
            failHere(e, transfer != null);
        }
        leave();
    }

    private void prepareMemory(ReceiveRequest matched, long length) {
        MemorySegment given = matched.memory();
        if (MemoryViews.isConfined(given)) {
            memory = StagingMemory.allocate(length);
            offset = 0;
            layout = null;
            staged = new StagedReceive(memory, given, matched.offset(), matched.layout(), length);
            matched.afterwards(staged);
        } else {
            memory = given;
            offset = matched.offset();
            layout = matched.layout();
            staged = null;
        }
        whole = layout != null || isNullMode ? null : parts.of(memory, offset, length);
    }

    @Override
    public void discard(long length) {
        decline(PacketDescriptor.DISCARDED);
    }

    @Override
    public void refuse(long length) {
        decline(PacketDescriptor.REFUSED);
    }

    @Override
    public void refuse(long length, Throwable failure) {
        decline(failure == null ? PacketDescriptor.REFUSED : PacketDescriptor.RECEIVER_FAILED);
    }

    private void decline(short status) {
        MemorySegment header = header();
        PacketDescriptor.writeTransfer(
                header, PacketDescriptor.DONE, PacketDescriptor.TO_SENDER, status, sendId, 0, announcedBytes);
        PacketDescriptor.writeEndpoints(header, senderEndpoint, endpoint);
        VirtualConnection vc = from;
        try {
            vc.startMessage(header, MemorySegment.NULL);
        } finally {
            giveBack();
        }
    }

    private void giveBack() {
        from = null;
        progress = null;
        pool.give(this);
    }

    boolean isNullMode() {
        return isNullMode;
    }

    /** Returns the number of bytes that have not arrived in null mode. */
    long missingBytes() {
        return missingBytes;
    }

    /** Notes that bytes have arrived in null mode. */
    void filled(long bytes) {
        missingBytes -= bytes;
    }

    /** Returns memory that the network may fill itself from {@link #roomOffset} on; null where there are gaps. */
    MemorySegment room() {
        return layout == null && !memory.isReadOnly() ? memory : null;
    }

    long roomOffset() {
        return offset + lengthBytes - missingBytes;
    }

    @Override
    public boolean isSend() {
        return false;
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    @Override
    public MemorySegment memory() {
        return whole;
    }

    @Override
    public void read(long position, MemorySegment target, long targetOffset, long bytes) {
        throw new UnsupportedOperationException("the receiver's memory is only written");
    }

    @Override
    public void write(long to, MemorySegment source, long sourceOffset, long bytes) {
        checkRange(to, bytes, lengthBytes);
        LayoutCopy.unpack(source, sourceOffset, memory, offset, layout, to, bytes);
    }

    @Override
    public int endpoint() {
        return endpoint;
    }

    @Override
    public int peerEndpoint() {
        return senderEndpoint;
    }

    @Override
    public void sendRequestToSend(MemorySegment bytes) {
        throw new UnsupportedOperationException("the sender sends RTS");
    }

    @Override
    public void sendClearToSend(MemorySegment bytes) {
        toSender(PacketDescriptor.CTS, (short) 0, bytes);
    }

    @Override
    public void sendCookie(MemorySegment bytes) {
        toSender(PacketDescriptor.COOKIE, (short) 0, bytes);
    }

    @Override
    public void sendDone() {
        toSender(PacketDescriptor.DONE, PacketDescriptor.MOVED, null);
    }

    private void toSender(byte type, short status, MemorySegment bytes) {
        long payload = lengthOf(bytes);
        fill(type, PacketDescriptor.TO_SENDER, status, sendId, id(), lengthBytes, payload);
        post(bytes);
    }

    @Override
    void tellFailure(Throwable why) {
        toSender(PacketDescriptor.DONE, LargeFailure.statusOfReceive(why), null);
    }

    @Override
    void finish(Throwable why) {
        ReceiveRequest ended = receive;
        int source = sourceRank;
        int messageTag = tag;
        long length = lengthBytes;
        long arrived = isNullMode ? length - missingBytes : 0;
        if (staged != null && why == null) {
            staged.isWhole();
        }
        receive = null;
        memory = null;
        whole = null;
        layout = null;
        staged = null;
        giveBack(); // before the request completes: another message may arrive right afterwards
        if (why == null) {
            ended.complete(source, messageTag, length);
        } else {
            ended.fail(source, messageTag, LargeFailure.ofReceive(ended, source, messageTag, length, arrived, why));
        }
    }
}
