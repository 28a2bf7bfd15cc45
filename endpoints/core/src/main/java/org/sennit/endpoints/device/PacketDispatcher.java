package org.sennit.endpoints.device;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.message.PacketDescriptor;
import org.sennit.runtime.netmod.NetworkUpcalls;
import org.sennit.runtime.netmod.PacketAssembler;
import org.sennit.runtime.netmod.PacketHandler;
import org.sennit.runtime.netmod.PayloadSink;
import org.sennit.runtime.netmod.VirtualConnection;
import org.sennit.runtime.progress.JobHealth;

/**
 * What a process does with the packets of others: eager messages and announcements of large ones go to the inbox of
 * their endpoint, in the order of their arrival; the rest belongs to transfers under way. Runs with the network's loop
 * held.
 */
final class PacketDispatcher implements NetworkUpcalls {
    private final IntFunction<LocalEndpoint> endpoints; // null for an id that does not exist, or no longer
    private final IntPredicate hasGone;
    private final TransferTable transfers;
    private final JobHealth health;
    private final EagerBuffers buffers;
    private final int eagerLimitBytes;
    private final int immediateBytes;

    PacketDispatcher(
            IntFunction<LocalEndpoint> endpoints,
            IntPredicate hasGone,
            TransferTable transfers,
            JobHealth health,
            int eagerLimitBytes,
            int immediateBytes) {
        this.endpoints = endpoints;
        this.hasGone = hasGone;
        this.transfers = transfers;
        this.health = health;
        this.eagerLimitBytes = eagerLimitBytes;
        this.immediateBytes = immediateBytes;
        this.buffers = new EagerBuffers();
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        PacketAssembler assembler = (PacketAssembler) vc.attachment();
        if (assembler == null) {
            assembler = new PacketAssembler(new Connection());
            vc.attach(assembler);
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
        transfers.failAll(vc.process(), cause);
        health.fail("the connection to process " + vc.process(), cause);
    }

    /** The packets of one connection. */
    private final class Connection implements PacketHandler {
        private final EagerArrival eager = new EagerArrival(buffers, immediateBytes);

        @Override
        public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
            return switch (PacketDescriptor.type(header)) {
                case PacketDescriptor.EAGER -> eager(vc, header);
                case PacketDescriptor.RTS -> announced(vc, header);
                case PacketDescriptor.CTS -> clearToSend(header);
                case PacketDescriptor.DATA -> transfers.receiveOf(PacketDescriptor.receiveId(header));
                case PacketDescriptor.DONE -> done(header);
                default ->
                    throw new SennitException(
                            ErrorClass.NETWORK,
                            "unknown packet: type=" + PacketDescriptor.type(header) + " process=" + vc.process());
            };
        }

        private PayloadSink eager(VirtualConnection vc, ByteBuffer header) {
            Envelope envelope = eager.envelope;
            PacketDescriptor.readEnvelope(header, envelope);
            long payload = PacketDescriptor.payloadLength(header);
            if (payload != envelope.lengthBytes || payload > eagerLimitBytes || envelope.kind != Envelope.SEND) {
                throw new SennitException(
                        ErrorClass.NETWORK,
                        "bad eager packet: process=" + vc.process() + " kind=" + envelope.kind + " payload=" + payload
                                + " length=" + envelope.lengthBytes + " limit=" + eagerLimitBytes);
            }
            LocalEndpoint destination = destination(vc, header);
            if (destination == null) {
                return DroppedArrival.INSTANCE;
            }
            eager.begin(destination);
            return eager;
        }

        private PayloadSink announced(VirtualConnection vc, ByteBuffer header) {
            Envelope envelope = new Envelope();
            PacketDescriptor.readEnvelope(header, envelope);
            if (envelope.lengthBytes < 0 || envelope.kind != Envelope.SEND) {
                throw new SennitException(
                        ErrorClass.NETWORK,
                        "bad announcement: process=" + vc.process() + " kind=" + envelope.kind + " length="
                                + envelope.lengthBytes);
            }
            LocalEndpoint destination = destination(vc, header);
            RendezvousArrival arrival = new RendezvousArrival(transfers, vc, PacketDescriptor.sendId(header));
            if (destination == null) {
                arrival.discard(envelope.lengthBytes);
            } else {
                destination.inbox().offer(envelope, arrival);
                destination.signal();
            }
            return null;
        }

        /** The endpoint that a packet is for; null when it has gone: nobody can receive the message any more. */
        private LocalEndpoint destination(VirtualConnection vc, ByteBuffer header) {
            int id = PacketDescriptor.destinationEndpoint(header);
            LocalEndpoint endpoint = endpoints.apply(id);
            if (endpoint == null && !hasGone.test(id)) {
                throw new SennitException(
                        ErrorClass.NETWORK,
                        "packet for an endpoint that does not exist: endpoint=" + id + " process=" + vc.process());
            }
            return endpoint;
        }

        private PayloadSink clearToSend(ByteBuffer header) {
            RendezvousSend send = transfers.sendOf(PacketDescriptor.sendId(header));
            if (send != null) {
                send.clearToSend(PacketDescriptor.receiveId(header));
            }
            return null;
        }

        /** With a receiver's id it comes from the sender, without one from the receiver: the ids are the sides' own. */
        private PayloadSink done(ByteBuffer header) {
            long receiveId = PacketDescriptor.receiveId(header);
            if (receiveId != 0) {
                IncomingTransfer receive = transfers.receiveOf(receiveId);
                if (receive != null) {
                    receive.senderLost();
                }
                return null;
            }
            RendezvousSend send = transfers.sendOf(PacketDescriptor.sendId(header));
            if (send != null) {
                send.done(PacketDescriptor.status(header));
            }
            return null;
        }
    }
}
