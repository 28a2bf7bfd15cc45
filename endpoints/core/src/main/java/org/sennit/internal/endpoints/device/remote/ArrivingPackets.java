package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.rendezvous.CookieArrival;
import org.sennit.internal.endpoints.device.rendezvous.ReceiveOperation;
import org.sennit.internal.endpoints.device.rendezvous.TransferPackets;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.packet.PacketInBuffer;

/**
 * Handles the packets of one connection: puts eager messages and announcements of large ones into the inbox of their
 * endpoint, in order of arrival; passes the others to transfers under way. Used with the connection's upcalls, so by
 * one thread at a time.
 */
final class ArrivingPackets implements PacketHandler, CookieArrival.Taker {
    /** The process of a peer whose number is not known yet; its messages count against no flow-control window. */
    private static final int NO_PROCESS = -1;

    private final ArrivalContext process;
    private final EagerArrival eager;
    private final CookieArrival cookies = new CookieArrival();
    private final TransferPackets transfers;
    private final OwnershipArrivals passed;
    private final FailureNotice failures;
    private final WatchArrival watch;
    private ActivePackets active; // null until the first packet of an active message

    // Used with the connection's upcalls: an announcement until its cookie is complete.
    private final Envelope announced = new Envelope();
    private ReceiveOperation receive;
    private LocalEndpoint destination;

    ArrivingPackets(ArrivalContext process) {
        this.process = process;
        this.eager = new EagerArrival(process.buffers(), process.immediateBytes());
        this.transfers = new TransferPackets(process.transfers(), cookies);
        this.passed = new OwnershipArrivals(process);
        this.failures = new FailureNotice(process);
        this.watch = new WatchArrival(process);
    }

    @Override
    public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
        switch (PacketDescriptor.type(header)) {
            case PacketDescriptor.EAGER -> {
                return eager(vc, header);
            }
            case PacketDescriptor.RTS -> {
                return announced(vc, header);
            }
            case PacketDescriptor.CTS, PacketDescriptor.COOKIE -> {
                return transfers.withCookie(vc, header);
            }
            case PacketDescriptor.DATA -> {
                return transfers.data(vc, header);
            }
            case PacketDescriptor.CREDIT -> {
                int endpoint = PacketDescriptor.sourceEndpoint(header);
                process.credits().of(vc.process()).give(endpoint, PacketDescriptor.messageLength(header));
                return null;
            }
            case PacketDescriptor.DONE -> {
                transfers.done(vc, header);
                return null;
            }
            case PacketDescriptor.PASS, PacketDescriptor.PASSED, PacketDescriptor.HOME, PacketDescriptor.REACH -> {
                return passed.onHeader(vc, header);
            }
            case PacketDescriptor.WATCH -> {
                return watch.onHeader(vc, header);
            }
            case PacketDescriptor.FAILED -> {
                return failures.onHeader(vc, header);
            }
            case PacketDescriptor.ACTIVE_MESSAGE, PacketDescriptor.ACK, PacketDescriptor.ACTIVE_REPLY -> {
                return active().onHeader(vc, header);
            }
            default ->
                throw new SennitException(
                        ErrorClass.NETWORK,
                        "unknown packet: type=" + PacketDescriptor.type(header) + " process=" + vc.process());
        }
    }

    /** Fast path of an eager message, and of an announcement: from the fragment to the inbox. */
    @Override
    public boolean onPacket(VirtualConnection vc, ByteBuffer fragment, int at, int payloadLength) {
        if (!PacketInBuffer.isEagerSend(fragment, at)
                || PacketInBuffer.messageLength(fragment, at) != payloadLength
                || payloadLength > process.eagerLimitBytes()) {
            if (PacketDescriptor.isActive(fragment.get(at))) {
                return active().onPacket(vc, fragment, at, payloadLength);
            }
            if (PacketInBuffer.isAnnouncedSend(fragment, at)) {
                return hasAnnounced(vc, fragment, at, payloadLength);
            }
            return payloadLength == OwnershipPackets.SHORT_NAME_BYTES
                    && PacketInBuffer.isPass(fragment, at)
                    && passedAgain(vc, fragment, at);
        }
        long endpoints = PacketInBuffer.endpoints(fragment, at);
        LocalEndpoint to = process.endpoint(vc, (int) endpoints);
        if (to == null) {
            return false;
        }
        int contextId = PacketInBuffer.contextId(fragment, at);
        long sourceAndTag = PacketInBuffer.sourceAndTag(fragment, at);
        int signature = (int) PacketInBuffer.signatureAndNumber(fragment, at);
        int source = (int) sourceAndTag;
        int tag = (int) (sourceAndTag >>> Integer.SIZE);
        int payload = at + PacketDescriptor.HEADER_LENGTH;
        int peer = Math.max(vc.process(), NO_PROCESS);
        eager.envelope.set(contextId, source, tag, payloadLength, signature);
        if (payloadLength <= to.inbox().immediateBytes()) {
            to.inbox().offerBuffer(eager.envelope, fragment, payload, peer, eager.copy);
            to.signal();
        } else {
            eager.takeWhole(to, fragment, payload, peer);
        }
        return true;
    }

    /**
     * Takes an eager message given as header and payload, to its receive, the endpoint or its inbox; returns false if
     * it must come as a packet.
     */
    boolean takeShort(VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
        LocalEndpoint to = process.endpoint(vc, (int) endpoints);
        if (to == null || envelope.lengthBytes > process.eagerLimitBytes()) {
            return false;
        }
        int peer = Math.max(vc.process(), NO_PROCESS);
        if (to.queue().deliverArrived(envelope, memory, offset, peer)) {
            return true;
        } else if (envelope.lengthBytes > to.inbox().immediateBytes()) {
            return false;
        }
        to.inbox().offerShort(envelope, memory, offset, peer);
        to.signal();
        return true;
    }

    /** Returns where further short messages for an endpoint go; null when each is to be handed up. */
    ShortMessageSink shortMessageSink(VirtualConnection vc, long endpoints) {
        LocalEndpoint to = process.endpoint(vc, (int) endpoints);
        return to == null ? null : to.queue().shortMessageSink(Math.max(vc.process(), NO_PROCESS));
    }

    /** Delivers memory that was here before, whose short name is given; returns false if it must come as a packet. */
    boolean takePass(VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
        LocalEndpoint to = process.endpoint(vc, (int) endpoints);
        return to != null && process.passed().passedAgain(to, envelope, memory, offset);
    }

    /**
     * Takes the end of a large message, or a packet of an active message without payload; returns false if it must come
     * as a packet.
     */
    boolean takeBare(VirtualConnection vc, MemorySegment memory, long offset) {
        byte type = memory.get(ValueLayout.JAVA_BYTE, offset);
        if (type == PacketDescriptor.DONE) {
            transfers.done(vc, memory, offset);
            return true;
        }
        return PacketDescriptor.isActive(type) && active().onBare(vc, memory, offset);
    }

    private ActivePackets active() {
        if (active == null) {
            active = process.newActiveArrivals();
        }
        return active;
    }

    private boolean passedAgain(VirtualConnection vc, ByteBuffer fragment, int at) {
        LocalEndpoint to = process.endpoint(vc, (int) PacketInBuffer.endpoints(fragment, at));
        return to != null && process.passed().passedAgain(vc, to, fragment, at);
    }

    private PayloadSink eager(VirtualConnection vc, ByteBuffer header) {
        Envelope envelope = eager.envelope;
        PacketDescriptor.readEnvelope(header, envelope);
        long payload = PacketDescriptor.payloadLength(header);
        if (payload != envelope.lengthBytes || payload > process.eagerLimitBytes() || envelope.kind != Envelope.SEND) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "bad eager packet: process=" + vc.process() + " kind=" + envelope.kind + " payload=" + payload
                            + " length=" + envelope.lengthBytes + " limit=" + process.eagerLimitBytes());
        }
        LocalEndpoint to = process.endpoint(vc, PacketDescriptor.destinationEndpoint(header));
        if (to == null) {
            return DroppedArrival.INSTANCE;
        }
        eager.begin(to, Math.max(vc.process(), NO_PROCESS));
        return eager;
    }

    /** Takes the announcement of a large message where it lies; returns false if it must come as header and cookie. */
    private boolean hasAnnounced(VirtualConnection vc, ByteBuffer fragment, int at, int payloadLength) {
        int cookieBytes = CookieArrival.checkedLength(payloadLength);
        long lengthBytes = PacketInBuffer.messageLength(fragment, at);
        long endpoints = PacketInBuffer.endpoints(fragment, at);
        LocalEndpoint to = process.endpoint(vc, (int) endpoints);
        if (to == null || lengthBytes < 0) {
            return false;
        }
        long sourceAndTag = PacketInBuffer.sourceAndTag(fragment, at);
        announced.set(
                PacketInBuffer.contextId(fragment, at),
                (int) sourceAndTag,
                (int) (sourceAndTag >>> Integer.SIZE),
                lengthBytes,
                (int) PacketInBuffer.signatureAndNumber(fragment, at));
        ReceiveOperation whole = process.receives().take();
        int sender = (int) (endpoints >>> Integer.SIZE);
        long sendId = PacketInBuffer.sendId(fragment, at);
        whole.announced(vc, to, sender, sendId, lengthBytes, PacketInBuffer.status(fragment, at));
        if (cookieBytes > 0) {
            cookies.copy(fragment, at + PacketDescriptor.HEADER_LENGTH, whole.cookieRoom(cookieBytes));
        }
        destination = to;
        offer(whole);
        return true;
    }

    private PayloadSink announced(VirtualConnection vc, ByteBuffer header) {
        PacketDescriptor.readEnvelope(header, announced);
        if (announced.lengthBytes < 0 || announced.kind != Envelope.SEND) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "bad announcement: process=" + vc.process() + " kind=" + announced.kind + " length="
                            + announced.lengthBytes);
        }
        int endpoint = PacketDescriptor.destinationEndpoint(header);
        int sender = PacketDescriptor.sourceEndpoint(header);
        long sendId = PacketDescriptor.sendId(header);
        int cookieBytes = CookieArrival.checkedLength(PacketDescriptor.payloadLength(header));
        destination = process.endpoint(vc, endpoint);
        receive = process.receives().take();
        short mover = PacketDescriptor.status(header);
        receive.announced(vc, destination, sender, sendId, announced.lengthBytes, mover);
        if (cookieBytes > 0) {
            return cookies.begin(receive.cookieRoom(cookieBytes), this);
        }
        take(null);
        return null;
    }

    @Override
    public void take(MemorySegment cookie) {
        ReceiveOperation whole = receive;
        receive = null;
        offer(whole);
    }

    private void offer(PayloadSource arrival) {
        LocalEndpoint to = destination;
        destination = null;
        if (to == null) { // gone: no endpoint can receive the message
            arrival.discard(announced.lengthBytes);
        } else {
            to.inbox().offer(announced, arrival);
            to.signal();
        }
    }
}
