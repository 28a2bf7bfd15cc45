package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.UnaryOperator;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A connection of a module that does not keep the order of packets: numbers them, so that the receiving device can
 * restore it. Packets of active messages are not numbered, since they have no order. Numbers are given and packets
 * handed to the module under one lock, so that a packet overtakes another only within the module. Any thread.
 *
 * <p>It has no optional interfaces. A number whose packet could not be sent is sent with a packet without effect. A
 * message whose memory is lost while the module has it queued leaves a gap, at which the connection stops; none of the
 * modules here is unordered.
 */
final class NumberedConnection implements VirtualConnection {
    private final VirtualConnection inner;
    private final UnaryOperator<VirtualConnection> numberer; // finds or makes that of another lane
    private int nextNumber; // guarded by this

    NumberedConnection(VirtualConnection inner, UnaryOperator<VirtualConnection> numberer) {
        this.inner = inner;
        this.numberer = numberer;
    }

    @Override
    public VirtualConnection lane(int endpoint, int peerEndpoint) {
        return numberer.apply(inner.lane(endpoint, peerEndpoint));
    }

    @Override
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        return start(header, payload, false);
    }

    @Override
    public NetworkSend startMessage(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        return PacketDescriptor.isActive(header.get(ValueLayout.JAVA_BYTE, 0))
                ? inner.startMessage(operation, header, payload)
                : start(header, payload, false);
    }

    @Override
    public NetworkSend startBatched(MemorySegment header, MemorySegment payload) {
        return start(header, payload, true);
    }

    private NetworkSend start(MemorySegment header, MemorySegment payload, boolean mayWait) {
        if (PacketDescriptor.isActive(header.get(ValueLayout.JAVA_BYTE, 0))) {
            return mayWait ? inner.startBatched(header, payload) : inner.startMessage(header, payload);
        }
        return startNumbered(header, payload, mayWait);
    }

    private synchronized NetworkSend startNumbered(MemorySegment header, MemorySegment payload, boolean mayWait) {
        PacketDescriptor.writeNumber(header, nextNumber++);
        boolean isStarted = false;
        try {
            NetworkSend pending = mayWait ? inner.startBatched(header, payload) : inner.startMessage(header, payload);
            isStarted = true;
            return pending;
        } finally {
            if (!isStarted) {
                sendNothing();
            }
        }
    }

    /** Sends a packet without effect: DONE of a transfer that does not exist. */
    private void sendNothing() {
        MemorySegment header = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(
                header, PacketDescriptor.DONE, PacketDescriptor.TO_SENDER, PacketDescriptor.MOVED, 0, 0, 0);
        PacketDescriptor.writeNumber(header, nextNumber - 1);
        inner.startMessage(header, MemorySegment.NULL);
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        if (PacketDescriptor.isActive(header.get(ValueLayout.JAVA_BYTE, 0))) {
            inner.send(operation, header, payload);
        } else {
            sendNumbered(operation, header, payload);
        }
    }

    private synchronized void sendNumbered(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        PacketDescriptor.writeNumber(header, nextNumber++);
        inner.send(operation, header, payload);
    }

    @Override
    public int process() {
        return inner.process();
    }

    @Override
    public Object attachment() {
        return inner.attachment();
    }

    @Override
    public void attach(Object attachment) {
        inner.attach(attachment);
    }

    @Override
    public int eagerLimitBytes() {
        return inner.eagerLimitBytes();
    }

    @Override
    public LargeMessageTransfer largeMessages() {
        return inner.largeMessages();
    }
}
