package org.sennit.internal.endpoints.device;

import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Progress;

/** An eager message that the network could not take at once: complete when its bytes have been copied. */
final class EagerSend extends Request {
    private final Object communicator;
    private final int destination;
    private final int rank;
    private final int tag;
    private final long lengthBytes;
    private final NetworkSend operation;
    private final FailedPeers failed;
    private final int process;
    private final CreditWindow window;

    EagerSend(
            Progress progress,
            Object communicator,
            int destination,
            Envelope e,
            NetworkSend operation,
            FailedPeers failed,
            int process,
            CreditWindow window) {
        super(progress);
        this.failed = failed;
        this.process = process;
        this.window = window;
        this.communicator = communicator;
        this.destination = destination;
        this.rank = e.sourceRank;
        this.tag = e.tag;
        this.lengthBytes = e.lengthBytes;
        this.operation = operation;
        activate();
        operation.whenDone(this::done);
    }

    private void done() {
        Throwable cause = operation.failure();
        if (cause == null) {
            complete(destination, tag, lengthBytes);
        } else {
            if (operation.isUnsent()) { // else the receiver has seen a part, and gives the whole room back
                window.refund(lengthBytes);
            }
            failed.noticed(process, cause);
            fail(destination, tag, SendFailure.of(rank, destination, tag, communicator, lengthBytes, cause));
        }
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    protected void release() {}

    @Override
    public String toString() {
        return SendFailure.describe(rank, destination, tag, communicator, lengthBytes);
    }
}
