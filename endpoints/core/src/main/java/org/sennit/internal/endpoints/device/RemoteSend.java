package org.sennit.internal.endpoints.device;

import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/** A send to another process that was not complete at once, and how it ends. */
abstract class RemoteSend extends Request {
    private Object communicator;
    private int destination;
    private int rank;
    private int tag;
    private long lengthBytes;

    RemoteSend(Progress progress) {
        super(progress);
    }

    /** Notes the message of which this is the request. */
    final void describe(OutgoingMessage m) {
        communicator = m.communicator;
        destination = m.destination;
        rank = m.sourceRank;
        tag = m.tag;
        lengthBytes = m.lengthBytes;
    }

    final Object communicator() {
        return communicator;
    }

    final int destination() {
        return destination;
    }

    final long lengthBytes() {
        return lengthBytes;
    }

    /** Completes it from any thread. */
    final void completeSend() {
        complete(destination, tag, lengthBytes);
    }

    /** Fails it from any thread. */
    final void failSend(SennitException error) {
        fail(destination, tag, error);
    }

    @Override
    protected final SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    public final String toString() {
        return "operation=send rank=" + rank + " peer=" + destination + " tag=" + tag + " communicator=" + communicator
                + " length=" + lengthBytes;
    }
}
