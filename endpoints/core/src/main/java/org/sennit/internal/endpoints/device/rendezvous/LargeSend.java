package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.message.Request;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * The request of a large message to another process. May be used again when it is inactive.
 * Started by a thread of the endpoint, completed by whichever thread ends the transfer.
 */
final class LargeSend extends RemoteSend {
    private SendOperation operation; // null after completion

    LargeSend(Progress progress) {
        super(progress);
    }

    /** Makes the send of a persistent request, which keeps the operation. */
    LargeSend(Progress progress, Request persistent) {
        super(progress, persistent);
    }

    void begin(SendOperation by, OutgoingMessage m) {
        operation = by;
        describe(m);
    }

    /** Ends the send, with success if there is no cause. Any thread. */
    void end(Throwable cause) {
        if (cause == null) {
            completeSend();
        } else {
            failSend(LargeFailure.ofSend(this, cause));
        }
    }

    /** Called by the endpoint's thread, which may reuse the operation for its next message. */
    @Override
    protected void finish() {
        SendOperation done = operation;
        if (done != null) {
            operation = null;
            done.giveBack();
        }
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), communicator(), destination());
    }
}
