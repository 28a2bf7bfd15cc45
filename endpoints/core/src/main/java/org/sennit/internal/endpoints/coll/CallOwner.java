package org.sennit.internal.endpoints.coll;

/** The object that has prepared a nonblocking call, and holds what it works on. */
@FunctionalInterface
public interface CallOwner {
    /**
     * The outcome of the call has been taken: nothing of it is in use any more. Called by a thread that drives the endpoint;
     * not after a failure.
     */
    void callIsOver();
}
