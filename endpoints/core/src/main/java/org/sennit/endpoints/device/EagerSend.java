package org.sennit.endpoints.device;

import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.ErrorScope;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.netmod.NetworkSend;
import org.sennit.runtime.request.Progress;
import org.sennit.runtime.request.Request;

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
            fail(destination, tag, failure(rank, destination, tag, communicator, lengthBytes, cause));
        }
    }

    static SennitException failure(
            int rank, int peer, int tag, Object communicator, long lengthBytes, Throwable cause) {
        if (cause instanceof LargeFailure.ToldException told) {
            return new SennitException(
                    ErrorClass.PROC_FAILED,
                    "the peer has not received the message: " + describe(rank, peer, tag, communicator, lengthBytes)
                            + " cause=" + told.getMessage());
        }
        boolean isMemory = cause instanceof IllegalStateException;
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED,
                (isMemory ? IncomingTransfer.SENDER_LOST : "the peer is lost")
                        + ": operation=send rank=" + rank + " peer=" + peer + " tag=" + tag + " communicator="
                        + communicator
                        + " length=" + lengthBytes + " cause=" + cause.getMessage(),
                cause);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    protected void release() {}

    @Override
    public String toString() {
        return describe(rank, destination, tag, communicator, lengthBytes);
    }

    static String describe(int rank, int peer, int tag, Object communicator, long lengthBytes) {
        return "operation=send rank=" + rank + " peer=" + peer + " tag=" + tag + " communicator=" + communicator
                + " length=" + lengthBytes;
    }
}
