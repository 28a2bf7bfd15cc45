package org.sennit.internal.endpoints.device;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.protocol.ProtocolSelection;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.spi.packet.Envelope;

/** The device of an endpoint that is watched: tells of each message before it is sent. */
final class ObservedDevice extends FullPathDevice {
    private final ProtocolSelection protocols;
    private final DeviceObserver observer;

    ObservedDevice(
            LocalEndpoint self,
            ProtocolSelection protocols,
            RemoteSender remote,
            boolean isShared,
            DeviceObserver observer) {
        super(self, protocols.immediate(), remote, isShared);
        this.protocols = protocols;
        this.observer = observer;
    }

    @Override
    public DeviceObserver observer() {
        return observer;
    }

    @Override
    public void sendByHandle(
            Peer peer,
            Object communicator,
            int contextId,
            int sourceRank,
            int destination,
            int tag,
            long lengthBytes,
            long word) {
        observer.stepBegins(Step.SEND, 0);
        try {
            Envelope envelope = new Envelope().set(contextId, sourceRank, tag, lengthBytes, DataLayout.RAW);
            observer.sends(peer, communicator, envelope, destination, "ownership");
            super.sendByHandle(peer, communicator, contextId, sourceRank, destination, tag, lengthBytes, word);
        } finally {
            observer.stepEnds();
        }
    }

    @Override
    public void sendReference(
            Peer peer, Object communicator, Envelope envelope, int destination, PayloadSource source) {
        observer.stepBegins(Step.SEND, 0);
        try {
            observer.sends(peer, communicator, envelope, destination, source.protocol());
            super.sendReference(peer, communicator, envelope, destination, source);
        } finally {
            observer.stepEnds();
        }
    }

    @Override
    public void send(
            Peer peer,
            Object communicator,
            Envelope envelope,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        observer.stepBegins(Step.SEND, 0);
        try {
            observer.sends(peer, communicator, envelope, destination, protocol(peer, envelope, false));
            super.send(peer, communicator, envelope, destination, memory, offset, layout);
        } finally {
            observer.stepEnds();
        }
    }

    @Override
    public Request sendNonblocking(
            Peer peer,
            Object communicator,
            Envelope envelope,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        observer.stepBegins(Step.SEND, 0);
        try {
            observer.sends(peer, communicator, envelope, destination, protocol(peer, envelope, false));
            return super.sendNonblocking(peer, communicator, envelope, destination, memory, offset, layout);
        } finally {
            observer.stepEnds();
        }
    }

    @Override
    public Request startSend(
            SingleCopySend ownRequest,
            boolean isSynchronous,
            Peer peer,
            Object communicator,
            Envelope envelope,
            int destination,
            MemorySegment memory,
            long offset,
            DataLayout layout) {
        observer.stepBegins(Step.SEND, 0);
        try {
            observer.sends(peer, communicator, envelope, destination, protocol(peer, envelope, isSynchronous));
            return super.startSend(
                    ownRequest, isSynchronous, peer, communicator, envelope, destination, memory, offset, layout);
        } finally {
            observer.stepEnds();
        }
    }

    private String protocol(Peer peer, Envelope envelope, boolean isSynchronous) {
        if (peer.local() == null) {
            return !isSynchronous && RemoteSender.isEager(peer, envelope) ? "eager" : "rendezvous";
        }
        if (!isSynchronous && isImmediate(peer.local(), envelope)) {
            return "immediate";
        }
        return protocols.synergistic().covers(envelope.lengthBytes) ? "synergistic" : "single copy";
    }
}
