package org.sennit.internal.endpoints.am.operation;

import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.SennitException;

/** An operation that an endpoint has begun in another process. Any thread; it ends once. */
public abstract class RemoteOperation extends OperationTable.Entry {
    /** Returns the peer; known before the operation is entered, null when it is over. */
    public abstract Peer peer();

    /** Returns what it is, for errors. */
    public abstract String describe();

    protected static String addressOf(Peer peer) {
        return peer == null ? "over" : peer.address().toString();
    }

    /**
     * Ends it with an error, unless it has ended.
     *
     * @param id its id when the failure was noticed: it may be another operation by now
     */
    public abstract void fail(long id, SennitException error);
}
