package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.message.DataLayout;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;

/** The sending side of a large message. Threads: see {@link LargeOperation}. */
final class SendOperation extends LargeOperation {
    private final RendezvousSender owner;
    private final int endpoint;
    private final Envelope envelope = new Envelope();
    private RecentSlices parts; // used by the thread that starts the send; null where operations are not kept

    // Written by the thread that starts the send, before it is visible to others.
    private LargeSend request;
    private int peerEndpoint;
    private MemorySegment memory; // not confined
    private long offset;
    private DataLayout layout; // null: without gaps
    private MemorySegment whole; // the slice of the message; null with a layout, and in null mode

    // Volatile store by the upcall of CTS or COOKIE, volatile load by the thread that sends.
    private volatile long receiveId;
    private volatile long takenBytes;
    private volatile boolean isAnnounced;

    // Volatile store by the thread that fails the send, before it loads receiveId; volatile load by the upcall of CTS,
    // after it has stored receiveId: one of the two notifies the receiver.
    private volatile boolean isFailing;

    SendOperation(RendezvousSender owner, TransferTable transfers, int endpoint) {
        super(transfers);
        this.owner = owner;
        this.endpoint = endpoint;
    }

    /** Announces a message. Called by a thread that does not hold the loop. */
    void start(LargeSend by, VirtualConnection vc, LargeMessageTransfer transfer, OutgoingMessage m) {
        request = by;
        peerEndpoint = m.peer.address().endpoint();
        memory = m.memory;
        offset = m.offset;
        layout = m.layout;
        whole = layout != null || transfer == NullMode.INSTANCE ? null : part(m.lengthBytes);
        envelope.set(m.contextId, m.sourceRank, m.tag, m.lengthBytes, m.signature);
        envelope.kind = m.kind;
        receiveId = 0;
        takenBytes = m.lengthBytes;
        isAnnounced = false;
        isFailing = false;
        by.begin(this, m);
        begin(vc, transfer, owner.progress());
        try {
            transfer.initiate(this);
            if (!isAnnounced) {
                throw new IllegalArgumentException("the network module has sent no RTS");
            }
        } catch (RuntimeException | Error ex) {
            failHere(ex, true);
        }
        leave();
    }

    @Override
    boolean isIdle() {
        DataSend data = DataSend.of(this);
        return super.isIdle() && (data == null || data.isIdle());
    }

    private MemorySegment part(long lengthBytes) {
        if (offset == 0 && memory.byteSize() == lengthBytes) {
            return memory;
        }
        if (parts == null && owner.isKeeping()) {
            parts = new RecentSlices(0);
        }
        return parts == null ? memory.asSlice(offset, lengthBytes) : parts.of(memory, offset, lengthBytes);
    }

    /** Clears the references to the memory of the last message, when {@link #isIdle}. */
    void forget() {
        DataSend data = DataSend.of(this);
        if (data != null) {
            data.forget();
        }
    }

    /** Returns whether it keeps memory for messages with gaps, some MiB. */
    boolean hasRooms() {
        DataSend data = DataSend.of(this);
        return data != null && data.hasRooms();
    }

    /** Drops that memory, when {@link #isIdle}. */
    void dropRooms() {
        DataSend data = DataSend.of(this);
        if (data != null) {
            data.dropRooms();
        }
    }

    // For null mode: the memory in which the message lies, with gaps or without.

    MemorySegment source() {
        return memory;
    }

    long offset() {
        return offset;
    }

    boolean hasGaps() {
        return layout != null;
    }

    /** Returns the length of the message, whatever CTS says. */
    long messageBytes() {
        return envelope.lengthBytes;
    }

    /**
     * Called when CTS has arrived, with the connection's upcalls, after enter.
     *
     * @return false when the send has failed, and the receiver may not have been notified
     */
    boolean clearToSend(long matchedReceiveId, long lengthBytes, MemorySegment cookie) {
        if (receiveId != 0 && receiveId != matchedReceiveId || lengthBytes < 0 || lengthBytes > envelope.lengthBytes) {
            throw new IllegalArgumentException("CTS does not fit its message: length=" + lengthBytes);
        }
        receiveId = matchedReceiveId;
        takenBytes = lengthBytes;
        if (isFailing) {
            return false;
        }
        transfer().startSend(this, cookie);
        return true;
    }

    /** Notes the receiver's id. */
    void heardOf(long theirId) {
        receiveId = theirId;
    }

    @Override
    public boolean isSend() {
        return true;
    }

    @Override
    public long lengthBytes() {
        return takenBytes;
    }

    @Override
    public MemorySegment memory() {
        MemorySegment all = whole;
        return all == null || all.byteSize() == takenBytes ? all : all.asSlice(0, takenBytes);
    }

    @Override
    public void read(long from, MemorySegment target, long targetOffset, long bytes) {
        checkRange(
                from, bytes, envelope.lengthBytes); // a step may be running when CTS says that the receiver takes less
        LayoutCopy.pack(memory, offset, layout, from, target, targetOffset, bytes);
    }

    @Override
    public void write(long to, MemorySegment source, long sourceOffset, long bytes) {
        throw new UnsupportedOperationException("the sender's memory is only read");
    }

    @Override
    public int endpoint() {
        return endpoint;
    }

    @Override
    public int peerEndpoint() {
        return peerEndpoint;
    }

    @Override
    public void sendRequestToSend(MemorySegment cookie) {
        long cookieBytes = lengthOf(cookie);
        isAnnounced = true; // before an answer can come
        PacketDescriptor.write(header(), PacketDescriptor.RTS, envelope, peerEndpoint, endpoint, cookieBytes);
        short mover = transfer() == NullMode.INSTANCE ? PacketDescriptor.BY_DEVICE : PacketDescriptor.BY_MODULE;
        PacketDescriptor.writeRequest(header(), mover, id());
        post(cookie);
    }

    @Override
    public void sendClearToSend(MemorySegment cookie) {
        throw new UnsupportedOperationException("the receiver sends CTS");
    }

    @Override
    public void sendCookie(MemorySegment cookie) {
        if (receiveId == 0) {
            throw new IllegalStateException("nothing has come from the receiver yet");
        }
        long cookieBytes = lengthOf(cookie);
        fill(PacketDescriptor.COOKIE, (short) 0, cookieBytes);
        post(cookie);
    }

    @Override
    public void sendDone() {
        done(PacketDescriptor.MOVED);
    }

    private void done(short status) {
        fill(PacketDescriptor.DONE, status, 0);
        post(null);
    }

    /** Fills the header for a packet to the receiver. */
    void fill(byte type, short status, long payloadBytes) {
        fill(type, PacketDescriptor.TO_RECEIVER, status, id(), receiveId, envelope.lengthBytes, payloadBytes);
    }

    /**
     * Notifies the receiver of a failure. A receiver that has not answered yet is notified when its CTS finds nothing.
     */
    @Override
    void tellFailure(Throwable why) {
        isFailing = true;
        if (receiveId != 0) {
            done(LargeFailure.statusOfSend(why));
        }
    }

    @Override
    void finish(Throwable why) {
        LargeSend ended = request;
        memory = null;
        whole = null;
        layout = null;
        request = null;
        ended.end(why);
    }

    /** Called by the endpoint's thread after completion. */
    void giveBack() {
        owner.recycle(this);
    }
}
