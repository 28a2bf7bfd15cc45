package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.HeldMessage;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;

/**
 * The device of an endpoint in checked mode: an operation that a thread begins while another thread is in the endpoint
 * fails, without effect, with an error that names both.
 */
final class CheckedDevice extends Device {
    private final SingleThreadCheck use;

    CheckedDevice(
            LocalEndpoint self,
            ImmediateProtocol immediate,
            RemoteSender remote,
            boolean isShared,
            SingleThreadCheck use) {
        super(self, immediate, remote, isShared, true, false);
        this.use = use;
    }

    @Override
    void sendBegins(String operation, OutgoingMessage message, boolean isSynchronous, MessageProtocol protocol) {
        use.enter(operation);
    }

    @Override
    void sendEnds() {
        use.leave();
    }

    @Override
    public void markReady(OutgoingMessage message) {
        if (message.peer.local() != null) {
            message.kind = Envelope.READY;
        }
    }

    @Override
    public void post(ReceiveRequest receive) {
        use.enter(receive);
        try {
            self().queue().doWork(); // a ready message that is already here came before its receive
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
