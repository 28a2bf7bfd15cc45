package org.sennit.internal.endpoints.device;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.internal.shm.match.HeldMessage;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;

/**
 * The device of an endpoint in checked mode: a thread that begins an operation while another one is in the endpoint gets an
 * error that names both, and nothing of its operation has happened.
 */
final class CheckedDevice extends FullPathDevice {
    private final SingleThreadCheck use;

    CheckedDevice(
            LocalEndpoint self,
            ImmediateProtocol immediate,
            RemoteSender remote,
            boolean isShared,
            SingleThreadCheck use) {
        super(self, immediate, remote, isShared, true);
        this.use = use;
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
        use.enter("give");
        try {
            super.sendByHandle(peer, communicator, contextId, sourceRank, destination, tag, lengthBytes, word);
        } finally {
            use.leave();
        }
    }

    @Override
    public void sendReference(
            Peer peer, Object communicator, Envelope envelope, int destination, PayloadSource source) {
        use.enter("send");
        try {
            super.sendReference(peer, communicator, envelope, destination, source);
        } finally {
            use.leave();
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
        use.enter("send");
        try {
            super.send(peer, communicator, envelope, destination, memory, offset, layout);
        } finally {
            use.leave();
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
        use.enter("sendNonblocking");
        try {
            return super.sendNonblocking(peer, communicator, envelope, destination, memory, offset, layout);
        } finally {
            use.leave();
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
        use.enter(isSynchronous ? "sendSynchronous" : "send");
        try {
            return super.startSend(
                    ownRequest, isSynchronous, peer, communicator, envelope, destination, memory, offset, layout);
        } finally {
            use.leave();
        }
    }

    @Override
    public void markReady(Peer peer, Envelope envelope) {
        if (peer.local() != null) {
            envelope.kind = Envelope.READY;
        }
    }

    @Override
    public void post(ReceiveRequest receive) {
        use.enter(receive);
        try {
            self().queue().doWork(); // a ready message that is here already has come too early
            super.post(receive);
        } finally {
            use.leave();
        }
    }

    @Override
    public boolean probe(int contextId, int source, int tag, Status status) {
        use.enter("probe");
        try {
            return super.probe(contextId, source, tag, status);
        } finally {
            use.leave();
        }
    }

    @Override
    public boolean probeMatched(int contextId, int source, int tag, HeldMessage held, Status status) {
        use.enter("probeMatched");
        try {
            return super.probeMatched(contextId, source, tag, held, status);
        } finally {
            use.leave();
        }
    }
}
