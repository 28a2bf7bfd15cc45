package org.sennit.internal.endpoints.am;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.active.VectorKind;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A message to an endpoint of another process. All of a short one is in its first packet; the data of a long one follows when the
 * target has said where it goes. It is used again when the network does not use it any more, and the target has said that it is
 * complete, whichever comes last.
 */
final class SentMessage extends RemoteOperation {
    private static final int FIRST_ROOM = 256;
    private static final int MOST_KEPT_BYTES = 64 << 10;

    private final ActiveProcess process;
    private final MemorySegment dataHeader = PacketDescriptor.newNativeHeader();

    // By the thread that sends, before the message is entered.
    private ActiveScope from;
    private Peer peer;
    private VirtualConnection connection;
    private SentEvents events;
    private ActiveVector data;
    private MemorySegment headerRoom = Arena.ofAuto().allocate(FIRST_ROOM, Long.BYTES);
    private MemorySegment header = headerRoom; // the slice of the last message
    private MemorySegment packing = MemorySegment.NULL;

    // Guarded by this.
    private int users; // what still refers to it: the network's sends, and the completion
    private boolean isTaken; // the origin knows that the data may be changed
    private boolean isThere; // the data is in place, or dropped
    private boolean isOver; // complete, or failed
    private boolean isWhole; // all data was in the first packet
    private boolean isReady; // the target has asked for data

    private final VectorCursor cursor = new VectorCursor(); // of the thread that sends data, one at a time
    private long receiveId;
    private long wantedBytes;

    SentMessage(ActiveProcess process) {
        this.process = process;
    }

    @Override
    Peer peer() {
        return peer;
    }

    ActiveScope from() {
        return from;
    }

    /** Enters the message, and sends the first packet; returns its id. Does not block. */
    long start(
            ActiveScope sender,
            int source,
            Peer to,
            int handler,
            MemorySegment userHeader,
            ActiveVector given,
            int targetCounter,
            SentEvents told) {
        int endpoint = sender.endpoint().local().id();
        int peerEndpoint = to.address().endpoint();
        from = sender;
        peer = to;
        connection = to.remote().connection(endpoint, peerEndpoint);
        events = told;
        data = given;
        VectorKind kind = given.kind();
        int headerBytes = (int) userHeader.byteSize();
        int lengths = ActivePacket.lengths(kind, given.pieces());
        long prefix = PacketDescriptor.HEADER_LENGTH + headerBytes + (long) lengths * Long.BYTES;
        boolean isEager = prefix <= NetworkSend.MAX_HEADER_BYTES && given.lengthBytes() <= connection.eagerLimitBytes();
        if (!isEager && VectorCopy.isConfined(given)) { // other threads send it
            data = ActiveVector.of(VectorCopy.staged(given));
        }
        synchronized (this) {
            users = 2;
            isTaken = false;
            isThere = false;
            isOver = false;
            isWhole = isEager;
            isReady = false;
        }
        MemorySegment head = header(prefix);
        MemorySegment payload = isEager ? payload(given) : MemorySegment.NULL;
        MemorySegment.copy(userHeader, 0, head, PacketDescriptor.HEADER_LENGTH, headerBytes);
        sender.dataLeaves();
        sender.endpoint().begins();
        long id = process.sent().enter(this); // after all that may throw
        ActivePacket.write(
                head,
                PacketDescriptor.ACTIVE_MESSAGE,
                ActivePacket.FIRST,
                peerEndpoint,
                endpoint,
                prefix - PacketDescriptor.HEADER_LENGTH + payload.byteSize(),
                given.lengthBytes(),
                id);
        ActivePacket.writeFirst(
                head, handler, sender.contextId(), source, targetCounter, headerBytes, given.pieces(), kind);
        for (int i = 0; i < lengths; i++) {
            ActivePacket.writeLength(
                    head, PacketDescriptor.HEADER_LENGTH + headerBytes + (long) i * Long.BYTES, given.pieceBytes(i));
        }
        if (prefix > NetworkSend.MAX_HEADER_BYTES) { // many pieces: their lengths are payload
            payload = head.asSlice(PacketDescriptor.HEADER_LENGTH);
            head = head.asSlice(0, PacketDescriptor.HEADER_LENGTH);
        }
        send(id, head, payload);
        return id;
    }

    private void send(long id, MemorySegment head, MemorySegment payload) {
        NetworkSend pending;
        try {
            pending = connection.startMessage(head, payload);
        } catch (RuntimeException e) {
            fail(id, lost(e));
            release(); // the send
            return;
        }
        if (pending == null) {
            sent();
        } else {
            pending.whenDone(() -> {
                if (pending.failure() != null) {
                    fail(id, lost(pending.failure()));
                    release();
                } else {
                    sent();
                }
            });
        }
    }

    private MemorySegment header(long bytes) {
        if (headerRoom.byteSize() < bytes) {
            headerRoom = Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        if (header.byteSize() != bytes || header.address() != headerRoom.address()) {
            header = headerRoom.asSlice(0, bytes);
        }
        return header;
    }

    /** The data of a short message in one piece. */
    private MemorySegment payload(ActiveVector given) {
        long bytes = given.lengthBytes();
        if (bytes == 0) {
            return MemorySegment.NULL;
        }
        if (given.pieces() == 1 && !VectorCopy.isConfined(given)) {
            MemorySegment memory = given.memory(0);
            return memory.byteSize() == bytes ? memory : memory.asSlice(given.offsetBytes(0), bytes);
        }
        MemorySegment packed = packing(bytes);
        VectorCopy.copy(given, ActiveVector.of(packed));
        return packed;
    }

    private MemorySegment packing(long bytes) {
        if (packing.byteSize() < bytes) {
            packing = Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        return packing.asSlice(0, bytes);
    }

    /** The first packet has gone. */
    private void sent() {
        boolean isNowTaken;
        boolean isLast;
        SentEvents told;
        synchronized (this) {
            isNowTaken = isWhole && !isTaken;
            isTaken |= isWhole;
            told = events;
            isLast = --users == 0;
        }
        if (isNowTaken) {
            told.dataTaken();
        }
        if (isLast) {
            recycle();
        }
    }

    /** The target wants data. In an upcall. */
    void ready(long id, long target, long bytes) {
        synchronized (this) {
            if (isReady || isOver || isWhole || id() != id) { // it may be another message by now
                return;
            }
            isReady = true;
            users++;
        }
        receiveId = target;
        wantedBytes = Math.min(bytes, data.lengthBytes());
        cursor.begin(data, wantedBytes);
        pump(id);
    }

    /** Sends data until the network has to wait, or all has gone. */
    private void pump(long id) {
        while (true) {
            if (cursor.isAtEnd()) {
                dataSent();
                return;
            }
            if (isOver()) { // given up meanwhile: the target is not to wait for the rest
                ActiveProcess.withdraw(connection, dataHeader, peer.address().endpoint(), receiveId);
                release();
                return;
            }
            long offset = cursor.offset();
            NetworkSend pending;
            try {
                MemorySegment piece = cursor.next();
                ActivePacket.write(
                        dataHeader,
                        PacketDescriptor.ACTIVE_MESSAGE,
                        ActivePacket.DATA,
                        peer.address().endpoint(),
                        from.endpoint().local().id(),
                        piece.byteSize(),
                        offset,
                        id);
                ActivePacket.writeReceiveId(dataHeader, receiveId);
                pending = connection.startMessage(dataHeader, piece);
            } catch (RuntimeException e) {
                dataLost(id, e);
                return;
            }
            if (pending != null && !pending.isDone()) {
                pending.whenDone(() -> {
                    if (pending.failure() != null) {
                        dataLost(id, pending.failure());
                    } else {
                        pump(id);
                    }
                });
                return;
            }
            if (pending != null && pending.failure() != null) {
                dataLost(id, pending.failure());
                return;
            }
        }
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    private void dataSent() {
        taken();
        release();
    }

    /** The memory cannot be read, or the peer is lost: a target that lives is told. */
    private void dataLost(long id, Throwable cause) {
        fail(id, lost(cause));
        ActiveProcess.withdraw(connection, dataHeader, peer.address().endpoint(), receiveId);
        release();
    }

    private void taken() {
        boolean isNow;
        synchronized (this) {
            isNow = !isTaken;
            isTaken = true;
        }
        if (isNow) {
            events.dataTaken();
        }
    }

    /** The target has the data, or has dropped it; and the message is complete, or will be. In an upcall. */
    void acknowledged(long id, boolean isComplete) {
        boolean isNowThere;
        boolean isNowComplete;
        boolean isDropped;
        synchronized (this) {
            if (isOver || id() != id) {
                return;
            }
            users++; // this upcall: a failure meanwhile does not make room for another message here
            isNowThere = !isThere;
            isThere = true;
            isNowComplete = isComplete;
            isOver = isComplete;
            isDropped = !isWhole && !isReady;
        }
        try {
            if (isDropped) {
                taken();
            }
            if (isNowThere) {
                from.dataIsThere();
            }
            if (isNowComplete) {
                events.completed();
                ends(id);
            }
        } finally {
            release();
        }
    }

    @Override
    void fail(long id, SennitException error) {
        boolean wasTaken;
        boolean wasThere;
        synchronized (this) {
            if (isOver || id() != id) {
                return;
            }
            isOver = true;
            wasTaken = isTaken;
            isTaken = true;
            wasThere = isThere;
            isThere = true;
        }
        events.failed(wasTaken, error);
        if (!wasThere) {
            from.dataIsThere();
        }
        ends(id);
    }

    private void ends(long id) {
        ActiveEndpoint endpoint = from.endpoint();
        process.sent().remove(id);
        release();
        endpoint.ends();
    }

    /** One reason less to keep it. */
    private void release() {
        synchronized (this) {
            if (--users > 0) {
                return;
            }
        }
        recycle();
    }

    private void recycle() {
        from = null;
        peer = null;
        connection = null;
        events = null;
        data = null;
        cursor.clear();
        if (headerRoom.byteSize() > MOST_KEPT_BYTES) {
            headerRoom = Arena.ofAuto().allocate(FIRST_ROOM, Long.BYTES);
            header = headerRoom;
        }
        if (packing.byteSize() > MOST_KEPT_BYTES) {
            packing = MemorySegment.NULL;
        }
        process.sent().recycle(this);
    }

    private SennitException lost(Throwable cause) {
        boolean isMemory = cause instanceof IllegalStateException;
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED,
                (isMemory
                                ? "the data of an active message cannot be read any more"
                                : "the target of an active message is lost")
                        + ": operation=activeMessages().send length=" + (data == null ? 0 : data.lengthBytes())
                        + " target=" + peer + " cause=" + cause.getMessage(),
                cause);
    }
}
