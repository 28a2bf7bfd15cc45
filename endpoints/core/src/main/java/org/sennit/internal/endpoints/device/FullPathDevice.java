package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.endpoints.device.rendezvous.PersistentTransfer;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.Request;

/**
 * A device without fast paths: every send is enclosed by {@link #sendBegins} and {@link #sendEnds}. For devices that
 * check or observe their endpoint.
 */
abstract class FullPathDevice extends Device {
    FullPathDevice(
            LocalEndpoint self,
            ImmediateProtocol immediate,
            RemoteSender remote,
            boolean isShared,
            boolean keepsForThreads) {
        super(self, immediate, remote, isShared, keepsForThreads);
    }

    /**
     * Called before a send.
     *
     * @param operation its name
     * @param isSynchronous whether the send completes only when the message has been received
     * @param protocol the protocol, or null where length and receiver decide
     */
    abstract void sendBegins(String operation, OutgoingMessage message, boolean isSynchronous, String protocol);

    /** Called after a send, normally or by an exception. */
    abstract void sendEnds();

    /** Returns −1, so that no message goes past this device. */
    @Override
    public final int immediateBytes() {
        return -1;
    }

    @Override
    public final int roundsAtOnce() {
        return 0;
    }

    @Override
    public final boolean isNextInInbox() {
        return false;
    }

    @Override
    public final boolean awaitInbox() {
        return false;
    }

    @Override
    public final void send(OutgoingMessage message) {
        sendBegins("send", message, false, null);
        try {
            super.send(message);
        } finally {
            sendEnds();
        }
    }

    @Override
    public final Request sendNonblocking(OutgoingMessage message) {
        sendBegins("nonblocking().send", message, false, null);
        try {
            return super.sendNonblocking(message);
        } finally {
            sendEnds();
        }
    }

    @Override
    public final Request startSend(
            SingleCopySend ownRequest, PersistentTransfer persistent, boolean isSynchronous, OutgoingMessage message) {
        sendBegins(isSynchronous ? "sendSynchronous" : "send", message, isSynchronous, null);
        try {
            return super.startSend(ownRequest, persistent, isSynchronous, message);
        } finally {
            sendEnds();
        }
    }

    @Override
    public final void sendReference(OutgoingMessage message, PayloadSource source) {
        sendBegins("send", message, false, source.protocol());
        try {
            super.sendReference(message, source);
        } finally {
            sendEnds();
        }
    }

    @Override
    public final void sendByHandle(OutgoingMessage message, long word) {
        sendBegins("give", message, false, "ownership");
        try {
            super.sendByHandle(message, word);
        } finally {
            sendEnds();
        }
    }
}
