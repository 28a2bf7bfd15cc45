package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.observation.CallStep;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.protocol.ProtocolSelection;

/** The device of an observed endpoint: reports each message to the observer before it is sent. */
final class ObservedDevice extends Device {
    private final ProtocolSelection protocols;
    private final DeviceObserver observer;

    ObservedDevice(
            LocalEndpoint self,
            ProtocolSelection protocols,
            RemoteSender remote,
            boolean isShared,
            DeviceObserver observer) {
        super(self, protocols.immediate(), remote, isShared, isShared, false);
        this.protocols = protocols;
        this.observer = observer;
    }

    @Override
    public DeviceObserver observer() {
        return observer;
    }

    @Override
    void sendBegins(String operation, OutgoingMessage message, boolean isSynchronous, MessageProtocol protocol) {
        observer.stepBegins(CallStep.SEND, 0);
        observer.sends(message, protocol != null ? protocol : protocolOf(message, isSynchronous));
    }

    @Override
    void sendEnds() {
        observer.stepEnds();
    }

    private MessageProtocol protocolOf(OutgoingMessage message, boolean isSynchronous) {
        LocalEndpoint local = message.peer.local();
        if (local == null) {
            return !isSynchronous && RemoteSender.isEager(message) ? MessageProtocol.EAGER : MessageProtocol.RENDEZVOUS;
        }
        if (!isSynchronous && isImmediate(local, message.lengthBytes)) {
            return MessageProtocol.IMMEDIATE;
        }
        return protocols.synergistic().covers(message.lengthBytes)
                ? MessageProtocol.SYNERGISTIC
                : MessageProtocol.SINGLE_COPY;
    }
}
