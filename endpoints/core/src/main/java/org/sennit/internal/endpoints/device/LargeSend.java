package org.sennit.internal.endpoints.device;

import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * The request of a large message to another process that a network module moves. May be used again when it is inactive.
 * Started by a thread of the endpoint, completed by whichever thread ends the transfer.
 */
final class LargeSend extends Request {
    private Object communicator;
    private int destination;
    private int rank;
    private int tag;
    private long lengthBytes;
    private SendOperation operation; // null when its outcome has been taken

    LargeSend(Progress progress) {
        super(progress);
    }

    void begin(SendOperation by, Object scope, int peer, Envelope e) {
        operation = by;
        communicator = scope;
        destination = peer;
        rank = e.sourceRank;
        tag = e.tag;
        lengthBytes = e.lengthBytes;
        activate();
    }

    /** Completes it from any thread. */
    void end(Throwable cause) {
        if (cause == null) {
            complete(destination, tag, lengthBytes);
        } else {
            fail(destination, tag, LargeFailure.ofSend(rank, destination, tag, communicator, lengthBytes, cause));
        }
    }

    @Override
    protected void release() {}

    /** By the endpoint's thread, which may use the operation for its next message. */
    @Override
    protected void finish() {
        SendOperation done = operation;
        if (done != null) {
            operation = null;
            done.giveBack();
        }
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), communicator, destination);
    }

    @Override
    public String toString() {
        return SendFailure.describe(rank, destination, tag, communicator, lengthBytes);
    }
}
