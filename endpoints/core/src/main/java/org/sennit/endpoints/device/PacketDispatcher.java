package org.sennit.endpoints.device;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.NetworkUpcalls;
import org.sennit.runtime.netmod.PacketAssembler;
import org.sennit.runtime.netmod.VirtualConnection;

/**
 * What a process does with the packets of others. The upcalls of one connection come one at a time, those of two perhaps at
 * once: what belongs to a connection is in its attachment ({@link ArrivingPackets}), all that is here is for any thread.
 */
final class PacketDispatcher implements NetworkUpcalls {
    private final IntFunction<LocalEndpoint> endpoints; // null for an id that does not exist, or no longer
    private final IntPredicate hasGone;
    private final TransferTable transfers;
    private final LossListener losses;
    private final EagerBuffers buffers = new EagerBuffers();
    private final ReceiveOperations receives;
    private final Credits credits;
    private final int eagerLimitBytes;
    private final int immediateBytes;

    PacketDispatcher(
            IntFunction<LocalEndpoint> endpoints,
            IntPredicate hasGone,
            TransferTable transfers,
            LossListener losses,
            Credits credits,
            int eagerLimitBytes,
            int immediateBytes) {
        this.endpoints = endpoints;
        this.hasGone = hasGone;
        this.transfers = transfers;
        this.losses = losses;
        this.credits = credits;
        this.receives = new ReceiveOperations(transfers);
        this.eagerLimitBytes = eagerLimitBytes;
        this.immediateBytes = immediateBytes;
    }

    /** Hears that the connection to a process is lost for good; must not block. */
    @FunctionalInterface
    interface LossListener {
        void lost(int process, Throwable cause);
    }

    TransferTable transfers() {
        return transfers;
    }

    EagerBuffers buffers() {
        return buffers;
    }

    ReceiveOperations receives() {
        return receives;
    }

    Credits credits() {
        return credits;
    }

    /** The longest eager payload that is taken, in bytes. */
    int eagerLimitBytes() {
        return eagerLimitBytes;
    }

    /** The longest payload that fits an inbox, in bytes. */
    int immediateBytes() {
        return immediateBytes;
    }

    /** The endpoint that a packet is for; null when it has gone: nobody can receive the message any more. */
    LocalEndpoint endpoint(VirtualConnection vc, int id) {
        LocalEndpoint endpoint = endpoints.apply(id);
        if (endpoint == null && !hasGone.test(id)) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "packet for an endpoint that does not exist: endpoint=" + id + " process=" + vc.process());
        }
        return endpoint;
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        PacketAssembler assembler = (PacketAssembler) vc.attachment();
        if (assembler == null) {
            assembler = new PacketAssembler(new ArrivingPackets(this));
            vc.attach(assembler);
            credits.of(vc.process()).connection(vc);
        }
        assembler.handle(vc, fragment);
    }

    @Override
    public void terminated(VirtualConnection vc) {
        if (vc.attachment() instanceof PacketAssembler assembler) {
            assembler.reset(new SennitException(
                    ErrorClass.NETWORK, "connection ended in the middle of a packet: process=" + vc.process()));
        }
    }

    @Override
    public void aborted(VirtualConnection vc, Throwable cause) {
        if (vc.attachment() instanceof PacketAssembler assembler) {
            assembler.reset(new IllegalStateException(IncomingTransfer.SENDER_LOST, cause));
        }
    }

    @Override
    public void failed(VirtualConnection vc, Throwable cause) {
        if (vc.attachment() instanceof PacketAssembler assembler) {
            assembler.reset(cause);
        }
        losses.lost(vc.process(), cause); // first, for transfers that begin now
        transfers.failAll(vc.process(), cause);
    }
}
