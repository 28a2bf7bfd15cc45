package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;

/**
 * The upcalls of the network: passes packets to the handler of their connection, and reports lost connections. Upcalls
 * of one connection come one at a time, those of different connections concurrently. So the state of a connection is in
 * its attachment ({@link ConnectionAttachment}), and everything here and in {@link ArrivalContext} is thread-safe.
 */
public final class PacketDispatcher implements NetworkUpcalls {
    private final ArrivalContext context;
    private final ConcurrentHashMap<VirtualConnection, NumberedConnection> numbered = new ConcurrentHashMap<>();
    private volatile boolean isOrderRestored; // set before the first connection

    /**
     * Makes a packet dispatcher.
     *
     * @param context what all connections share
     */
    public PacketDispatcher(ArrivalContext context) {
        this.context = context;
    }

    /**
     * Sets whether packets are numbered and put in order. Before the first connection.
     *
     * @param isNeeded true when the module does not keep their order
     */
    public void restoreOrder(boolean isNeeded) {
        isOrderRestored = isNeeded;
    }

    /** Returns the connection as the device uses it: the module's own, or one that numbers its packets. */
    public VirtualConnection connection(VirtualConnection vc) {
        return isOrderRestored ? numbered.computeIfAbsent(vc, v -> new NumberedConnection(v, this::connection)) : vc;
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        ConnectionAttachment state = (ConnectionAttachment) vc.attachment();
        if (state == null) {
            state = begin(vc);
        }
        state.assembler().handle(state.connection(), fragment);
    }

    @Override
    public boolean handleShort(
            VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
        ConnectionAttachment state = (ConnectionAttachment) vc.attachment();
        return state != null
                && state.inOrder() != null
                && state.assembler().isBetweenPackets()
                && state.inOrder().takeShort(vc, envelope, endpoints, memory, offset);
    }

    @Override
    public ShortMessageSink shortMessageSink(VirtualConnection vc, long endpoints) {
        ConnectionAttachment state = (ConnectionAttachment) vc.attachment();
        boolean isBetween =
                state != null && state.inOrder() != null && state.assembler().isBetweenPackets();
        return isBetween ? state.inOrder().shortMessageSink(vc, endpoints) : null;
    }

    @Override
    public boolean handlePass(
            VirtualConnection vc, Envelope envelope, long endpoints, MemorySegment memory, long offset) {
        ConnectionAttachment state = (ConnectionAttachment) vc.attachment();
        return state != null
                && state.inOrder() != null
                && state.assembler().isBetweenPackets()
                && state.inOrder().takePass(vc, envelope, endpoints, memory, offset);
    }

    @Override
    public boolean handleBare(VirtualConnection vc, MemorySegment memory, long offset) {
        ConnectionAttachment state = (ConnectionAttachment) vc.attachment();
        return state != null
                && state.inOrder() != null
                && state.assembler().isBetweenPackets()
                && state.inOrder().takeBare(vc, memory, offset);
    }

    @Override
    public MemorySegment room(VirtualConnection vc, long mostBytes) {
        return vc.attachment() instanceof ConnectionAttachment state
                ? state.assembler().room(mostBytes)
                : null;
    }

    @Override
    public long roomOffset(VirtualConnection vc) {
        return ((ConnectionAttachment) vc.attachment()).assembler().roomOffset();
    }

    @Override
    public long roomBytes(VirtualConnection vc) {
        return ((ConnectionAttachment) vc.attachment()).assembler().roomBytes();
    }

    @Override
    public void filled(VirtualConnection vc, long bytes) {
        ((ConnectionAttachment) vc.attachment()).assembler().filled(bytes);
    }

    @Override
    public void roomLost(VirtualConnection vc, Throwable cause) {
        ((ConnectionAttachment) vc.attachment()).assembler().roomLost(cause);
    }

    private ConnectionAttachment begin(VirtualConnection vc) {
        ArrivingPackets packets = new ArrivingPackets(context);
        VirtualConnection own = connection(vc);
        ConnectionAttachment state = isOrderRestored
                ? new ConnectionAttachment(new PacketOrder(packets), null, own)
                : new ConnectionAttachment(packets, packets, own);
        vc.attach(state);
        context.credits().of(vc.process()).connection(own);
        return state;
    }

    @Override
    public void terminated(VirtualConnection vc) {
        reset(
                vc,
                new SennitException(
                        ErrorClass.NETWORK, "connection ended in the middle of a packet: process=" + vc.process()));
    }

    @Override
    public void aborted(VirtualConnection vc, Throwable cause) {
        reset(vc, new SenderLostException(cause));
    }

    private static void reset(VirtualConnection vc, Throwable cause) {
        if (vc.attachment() instanceof ConnectionAttachment state) {
            state.assembler().reset(cause);
        }
    }

    @Override
    public void failed(VirtualConnection vc, Throwable cause) {
        context.losses().lost(vc.process(), cause); // first: for errors raised now, and for transfers that begin now
        reset(vc, cause);
        context.transfers().failAll(connection(vc), cause); // other lanes fail in upcalls of their own
        context.passedLost(vc.process(), cause);
    }
}
