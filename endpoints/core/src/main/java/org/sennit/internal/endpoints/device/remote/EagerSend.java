package org.sennit.internal.endpoints.device.remote;

import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.flow.CreditWindow;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.rendezvous.RemoteSend;
import org.sennit.internal.endpoints.device.rendezvous.SendFailure;
import org.sennit.message.Request;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.progress.Progress;

/** An eager send that the network has queued: complete when its bytes have been copied. */
final class EagerSend extends RemoteSend {
    private final NetworkSend operation;
    private final FailedPeers failed;
    private final int process;
    private final CreditWindow window;

    EagerSend(
            Progress progress,
            Request persistent,
            OutgoingMessage message,
            NetworkSend operation,
            FailedPeers failed,
            int process,
            CreditWindow window) {
        super(progress, persistent);
        this.failed = failed;
        this.process = process;
        this.window = window;
        this.operation = operation;
        describe(message);
        operation.whenDone(this::done);
    }

    private void done() {
        Throwable cause = operation.failure();
        if (cause == null) {
            completeSend();
        } else {
            if (operation.isUnsent()) { // else the receiver has seen a part, and returns the whole credit
                window.refund(lengthBytes());
            }
            failed.noticed(process, cause);
            failSend(SendFailure.of(this, cause));
        }
    }
}
