package org.sennit.internal.endpoints.device.rendezvous;

import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * A send to another process that does not complete at once. It is the user's request, or it serves a persistent
 * request, which it completes in its place; then it is never active itself.
 */
public abstract class RemoteSend extends Request {
    private final Request persistent; // null: this is the user's request
    private Object communicator;
    private int destination;
    private int rank;
    private int tag;
    private long lengthBytes;

    /**
     * Makes a remote send.
     *
     * @param progress progress of the endpoint
     */
    public RemoteSend(Progress progress) {
        this(progress, null);
    }

    /**
     * Makes the remote send of a persistent request.
     *
     * @param progress progress of the endpoint
     * @param persistent completed in place of this, and active before each start; null: none
     */
    protected RemoteSend(Progress progress, Request persistent) {
        super(progress);
        this.persistent = persistent;
    }

    /** Returns the request for which the user waits: the persistent request, or this. */
    public final Request request() {
        return persistent == null ? this : persistent;
    }

    /** Notes the message, and activates this request unless it serves a persistent one. */
    protected final void describe(OutgoingMessage m) {
        communicator = m.communicator;
        destination = m.destination;
        rank = m.sourceRank;
        tag = m.tag;
        lengthBytes = m.lengthBytes;
        if (persistent == null) {
            activate();
        }
    }

    /** Lets go of the communicator of the last message, when this is inactive. */
    final void forget() {
        communicator = null;
    }

    /** Returns the communicator of the message, as in error texts. */
    public final Object communicator() {
        return communicator;
    }
    /** Returns the receiver's rank. */
    public final int destination() {
        return destination;
    }
    /** Returns the length of the message, in bytes. */
    public final long lengthBytes() {
        return lengthBytes;
    }

    /** Completes it from any thread. */
    public final void completeSend() {
        request().complete(destination, tag, lengthBytes);
    }

    /** Fails it from any thread. */
    public final void failSend(SennitException error) {
        request().fail(destination, tag, error);
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
