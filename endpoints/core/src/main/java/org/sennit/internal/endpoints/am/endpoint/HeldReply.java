package org.sennit.internal.endpoints.am.endpoint;

/**
 * The answer to a message of an endpoint of this process: delivered when the gate of the endpoint that answers has been
 * left, since threads that answer each other would wait for each other in two gates. Used by one thread.
 */
public interface HeldReply {
    /** Delivers the answer; returns the answer to that one, null for none. */
    HeldReply deliver();

    /**
     * Gives the answer up, in the place of {@link #deliver}: fences of the endpoint that answers do not wait for it.
     */
    void drop();
}
