package org.sennit.internal.endpoints.coll;

/** The object that has prepared a nonblocking call and holds its memory. */
@FunctionalInterface
public interface CallOwner {
    /**
     * Called when the call has completed for the user and uses nothing any more, by a thread that drives the endpoint.
     * Not called after a failure.
     */
    void callIsOver();
}
