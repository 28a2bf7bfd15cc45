package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.VectorKind;
import org.sennit.internal.endpoints.am.call.CallArrivals;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.am.endpoint.EndpointScope;
import org.sennit.internal.endpoints.am.packet.ActiveAnswers;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.endpoints.device.remote.ActivePackets;
import org.sennit.internal.runtime.memory.FragmentCopy;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.BarePacket;
import org.sennit.spi.packet.PacketDescriptor;

/** Handles the active-message packets of one connection. Used with its upcalls. */
public final class ActiveArrivals implements ActivePackets {
    /** More pieces than that would not fit an array of their lengths in a packet that a peer can mean. */
    private static final int MOST_PIECES = 1 << 24;

    private final RemoteMessages messages;
    private final MemorySegment withdrawal = PacketDescriptor.newHeader();
    private final ReceivedMessage whole; // of packets that have all; never in a table
    private final FirstArrival first = new FirstArrival();
    private final DataArrival data = new DataArrival();
    private final CallArrivals calls;
    private final FragmentCopy fragment = new FragmentCopy(); // of the connection's buffer

    private final FragmentCopy gathered = new FragmentCopy(); // of the room

    // The user's header and the lengths of the pieces, and behind them data that is short and not all in one fragment.
    private final SlicedRoom prefixRoom = new SlicedRoom();
    private MemorySegment prefix = MemorySegment.NULL; // all of it, for the packet that is arriving
    private ByteBuffer prefixBuffer = prefix.asByteBuffer(); // the same memory
    private long[] lengths = {};

    /**
     * Makes that of a connection.
     *
     * @param messages the messages of this process
     * @param calls its calls
     */
    public ActiveArrivals(RemoteMessages messages, RemoteCalls calls) {
        this.messages = messages;
        this.whole = new ReceivedMessage();
        this.calls = new CallArrivals(calls);
    }

    @Override
    public boolean onPacket(VirtualConnection vc, ByteBuffer packet, int at, int payloadLength) {
        byte type = packet.get(at);
        byte kind = ActivePacket.kind(packet, at);
        if (type == PacketDescriptor.ACK) {
            acknowledged(ActivePacket.sendId(packet, at), kind);
            return true;
        }
        if (type == PacketDescriptor.ACTIVE_MESSAGE && kind == ActivePacket.FIRST) {
            return first(vc, packet, at, payloadLength);
        }
        return false;
    }

    /** Fast path of answers, and of messages without header and data. */
    @Override
    public boolean onBare(VirtualConnection vc, MemorySegment memory, long at) {
        long start = BarePacket.start(memory, at);
        byte type = (byte) start;
        byte kind = (byte) (start >>> Byte.SIZE);
        if (type == PacketDescriptor.ACK) {
            acknowledged(BarePacket.word(memory, at, ActivePacket.SEND_ID), kind);
            return true;
        }
        if (type != PacketDescriptor.ACTIVE_MESSAGE
                || kind != ActivePacket.FIRST
                || BarePacket.word(memory, at, ActivePacket.LENGTH) != 0
                || BarePacket.word(memory, at, ActivePacket.HEADER_AND_PIECES) != 0
                || BarePacket.word(memory, at, ActivePacket.KIND) != VectorKind.GENERIC.ordinal()) {
            return false;
        }
        long endpoints = BarePacket.word(memory, at, ActivePacket.ENDPOINTS);
        whole.beginEmpty(vc, memory, at, messages.targets().scope(vc, (int) endpoints, (int) (start >>> Integer.SIZE)));
        whole.headerIsHere(userHeader(0), VectorKind.GENERIC, 0, null, 0);
        whole.dataIsThere();
        whole.clear();
        return true;
    }

    private void acknowledged(long id, byte kind) {
        SentMessage message = messages.sent().find(id);
        if (message != null) {
            message.acknowledged(id, kind == ActivePacket.COMPLETE);
        }
    }

    /** Fast path: a message that is all in one piece of memory. */
    private boolean first(VirtualConnection vc, ByteBuffer packet, int at, int payloadLength) {
        VectorKind kind = ActivePacket.vectorKind(packet, at);
        int pieces = ActivePacket.pieces(packet, at);
        int headerBytes = ActivePacket.headerBytes(packet, at);
        if (kind == null || pieces > 1 || headerBytes < 0) {
            return false;
        }
        long length = ActivePacket.length(packet, at);
        int prefixLength = headerBytes + ActivePacket.lengths(kind, pieces) * Long.BYTES;
        if (prefixLength < headerBytes || prefixLength + length != payloadLength) {
            return false;
        }
        int payload = at + PacketDescriptor.HEADER_LENGTH;
        MemorySegment header = userHeader(headerBytes);
        if (headerBytes > 0) {
            fragment.copyFrom(packet, payload, header, 0, headerBytes);
        }
        whole.begin(vc, packet, at, true, scope(vc, packet, at));
        whole.dataIsIn(packet, payload + prefixLength);
        whole.headerIsHere(header, kind, pieces, null, length);
        whole.landing().take(fragment, packet, payload + prefixLength, (int) length);
        whole.dataIsThere();
        whole.clear();
        return true;
    }

    /** Returns the scope that a first packet names; null when the endpoint has gone. */
    private EndpointScope scope(VirtualConnection vc, ByteBuffer packet, int at) {
        return messages.targets().scope(vc, ActivePacket.destination(packet, at), ActivePacket.context(packet, at));
    }

    private MemorySegment userHeader(int bytes) {
        return prefixRoom.of(bytes);
    }

    private void prefixRoom(long bytes) {
        MemorySegment all = prefixRoom.atLeast(bytes);
        if (all != prefix) {
            prefix = all;
            prefixBuffer = all.asByteBuffer();
        }
    }

    @Override
    public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        byte kind = ActivePacket.kind(header, 0);
        switch (PacketDescriptor.type(header)) {
            case PacketDescriptor.ACK -> {
                acknowledged(ActivePacket.sendId(header, 0), kind);
                return null;
            }
            case PacketDescriptor.ACTIVE_REPLY -> {
                if (kind == ActivePacket.READY) {
                    ready(vc, header);
                    return null;
                }
                return calls.answer(vc, header, kind == ActivePacket.FAILED);
            }
            default -> {
                return message(vc, header, kind);
            }
        }
    }

    private PayloadSink message(VirtualConnection vc, ByteBuffer header, byte kind) {
        switch (kind) {
            case ActivePacket.FIRST -> {
                return first.begin(vc, header);
            }
            case ActivePacket.DATA -> {
                return data.begin(vc, header);
            }
            case ActivePacket.CALL -> {
                return calls.call(vc, header);
            }
            case ActivePacket.WITHDRAWN -> {
                ReceivedMessage message = messages.received().find(ActivePacket.receiveId(header, 0));
                if (message != null) {
                    message.withdrawn();
                    finish(message);
                }
                return null;
            }
            default -> throw ActivePacket.bad(vc, "kind=" + kind);
        }
    }

    private void ready(VirtualConnection vc, ByteBuffer header) {
        long id = ActivePacket.sendId(header, 0);
        SentMessage message = messages.sent().find(id);
        long receiveId = ActivePacket.receiveId(header, 0);
        if (message == null || !message.ready(id, receiveId, ActivePacket.length(header, 0))) { // given up meanwhile
            ActiveAnswers.withdraw(vc, withdrawal, ActivePacket.sourceEndpoint(header, 0), receiveId);
        }
    }

    /** Ends a long message whose data is all there, or lost. */
    private void finish(ReceivedMessage message) {
        if (messages.received().remove(message.id())) {
            over(message);
        }
    }

    /** Frees a message that nothing follows any more and no table has. */
    private void over(ReceivedMessage message) {
        message.dataIsThere();
        recycle(message);
    }

    private void recycle(ReceivedMessage message) {
        message.clear();
        messages.received().recycle(message);
    }

    /** A packet whose data goes to where its message lands. */
    private abstract static class LandingSink implements PayloadSink {
        ReceivedMessage message;

        @Override
        public MemorySegment room(long mostBytes) {
            return message.landing().room(mostBytes);
        }

        @Override
        public final long roomOffset() {
            return message.landing().roomOffset();
        }

        @Override
        public final long roomBytes() {
            return message.landing().roomBytes();
        }

        @Override
        public void filled(long bytes) {
            message.landing().filled(bytes);
        }

        @Override
        public void roomLost(Throwable cause) {
            message.landing().lost(cause);
            complete();
        }
    }

    /**
     * A first packet, until its payload is complete. Until then the message is in no table, and this object reports its
     * end; from then on the thread that removes it from the table does.
     */
    private final class FirstArrival extends LandingSink {
        private VectorKind kind;
        private int pieces;
        private int headerBytes;
        private int prefixBytes;
        private int gatheredBytes; // the prefix, and the data where the header handler may look into it
        private int gotBytes; // of them

        FirstArrival begin(VirtualConnection vc, ByteBuffer header) {
            kind = ActivePacket.vectorKind(header, 0);
            pieces = ActivePacket.pieces(header, 0);
            headerBytes = ActivePacket.headerBytes(header, 0);
            long payload = PacketDescriptor.payloadLength(header);
            long length = ActivePacket.length(header, 0);
            if (kind == null || pieces < 0 || pieces > MOST_PIECES || headerBytes < 0 || length < 0) {
                throw ActivePacket.bad(vc, "pieces=" + pieces + " header=" + headerBytes + " length=" + length);
            }
            long prefixLength = headerBytes + (long) ActivePacket.lengths(kind, pieces) * Long.BYTES;
            if (payload != prefixLength && payload != prefixLength + length) {
                throw ActivePacket.bad(vc, "payload=" + payload + " header=" + headerBytes + " length=" + length);
            }
            prefixBytes = (int) prefixLength;
            gotBytes = 0;
            boolean isAllHere = payload == prefixLength + length;
            gatheredBytes =
                    isAllHere && length <= ActiveMessage.MOST_JOINED_BYTES ? prefixBytes + (int) length : prefixBytes;
            prefixRoom(gatheredBytes);
            message = begun(vc, header, isAllHere);
            if (gatheredBytes == 0) {
                prefixIsHere();
            }
            return this;
        }

        private ReceivedMessage begun(VirtualConnection vc, ByteBuffer header, boolean isAllHere) {
            ReceivedMessage begun = messages.received().take();
            try {
                begun.begin(vc, header, 0, isAllHere, scope(vc, header, 0));
                return begun;
            } catch (RuntimeException e) { // there was never an endpoint of this id
                recycle(begun);
                throw e;
            }
        }

        private void prefixIsHere() {
            int count = ActivePacket.lengths(kind, pieces);
            long one = count == 1 ? ActivePacket.readLength(prefix, headerBytes) : message.totalBytes();
            long[] each = null;
            if (count > 1) {
                if (lengths.length < count) {
                    lengths = new long[count];
                }
                each = lengths;
                for (int i = 0; i < count; i++) {
                    each[i] = ActivePacket.readLength(prefix, headerBytes + (long) i * Long.BYTES);
                }
            }
            int data = gatheredBytes - prefixBytes;
            if (data > 0) {
                message.dataIsIn(prefixBuffer, prefixBytes);
            }
            message.headerIsHere(userHeader(headerBytes), kind, pieces, each, one);
            message.landing().take(gathered, prefixBuffer, prefixBytes, data);
        }

        @Override
        public void accept(ByteBuffer bytes) {
            int from = bytes.position();
            int length = bytes.remaining();
            int ofPrefix = Math.min(length, gatheredBytes - gotBytes);
            if (ofPrefix > 0) {
                fragment.copyFrom(bytes, from, prefix, gotBytes, ofPrefix);
                gotBytes += ofPrefix;
                if (gotBytes == gatheredBytes) {
                    prefixIsHere();
                }
            }
            if (length > ofPrefix) {
                message.landing().take(fragment, bytes, from + ofPrefix, length - ofPrefix);
            }
        }

        @Override
        public MemorySegment room(long mostBytes) {
            return gotBytes < gatheredBytes ? null : super.room(mostBytes);
        }

        @Override
        public void complete() {
            ReceivedMessage arrived = message;
            message = null;
            if (!arrived.isAwaitingData()) {
                over(arrived);
                return;
            }
            long id = messages.received().enter(arrived);
            try {
                arrived.askForData(id);
            } finally {
                messages.checkSource(arrived, id);
            }
        }

        @Override
        public void failed(Throwable cause) {
            ReceivedMessage lost = message;
            message = null;
            if (gotBytes < gatheredBytes) { // it has not begun here
                recycle(lost);
            } else if (cause instanceof SenderLostException) {
                lost.withdrawn();
                over(lost);
            } else {
                lost.sourceFailed(cause);
                recycle(lost);
            }
        }
    }

    /**
     * A packet of data, until it is whole. Another thread may end its message at any moment, but while data is written.
     */
    private final class DataArrival extends LandingSink {
        private long bytes;
        private boolean isInRoom; // the network writes there

        DataArrival begin(VirtualConnection vc, ByteBuffer header) {
            message = messages.received().find(ActivePacket.receiveId(header, 0));
            bytes = PacketDescriptor.payloadLength(header);
            long offset = ActivePacket.length(header, 0);
            if (offset < 0) {
                throw ActivePacket.bad(vc, "offset=" + offset);
            }
            if (message == null) {
                return null; // given up
            }
            message.landing().seek(offset);
            return this;
        }

        @Override
        public void accept(ByteBuffer piece) {
            if (message.guard().beginWrite()) {
                try {
                    message.landing().take(fragment, piece, piece.position(), piece.remaining());
                } finally {
                    endWrite();
                }
            }
        }

        @Override
        public MemorySegment room(long mostBytes) {
            if (!message.guard().beginWrite()) {
                return null;
            }
            MemorySegment room = super.room(mostBytes);
            isInRoom = room != null;
            if (!isInRoom) {
                endWrite();
            }
            return room;
        }

        @Override
        public void filled(long filledBytes) {
            super.filled(filledBytes);
            endRoom();
        }

        @Override
        public void roomLost(Throwable cause) {
            message.landing().lost(cause);
            endRoom();
            complete();
        }

        @Override
        public void complete() {
            ReceivedMessage arrived = message;
            message = null;
            if (arrived.hasAll(bytes)) {
                finish(arrived);
            }
        }

        @Override
        public void failed(Throwable cause) {
            endRoom();
            message = null;
        }

        private void endRoom() {
            if (isInRoom) {
                isInRoom = false;
                endWrite();
            }
        }

        private void endWrite() {
            if (message.guard().endWrite()) {
                messages.endOfWrite(message);
            }
        }
    }
}
