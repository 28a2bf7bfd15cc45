package org.sennit.endpoints.comm;

/**
 * The context ids that one endpoint has used. A new communicator takes the largest "next" of all its members, so an id
 * is new for each of them; the same id may serve two communicators that share no endpoint. Belongs to the thread that
 * drives the endpoint.
 */
public final class ContextIds {
    /** How many ids a communicator has. */
    private static final int EACH = 4;

    /** The world's ids are 0 to 3. */
    private int next = EACH;

    /** Makes the ids of an endpoint that knows only the world. */
    public ContextIds() {}

    /**
     * The lowest id that this endpoint has not used.
     *
     * @return the id
     */
    public int next() {
        return next;
    }

    /**
     * Marks the ids of a communicator as used.
     *
     * @param agreed at least {@link #next}
     */
    public void use(int agreed) {
        next = agreed + EACH;
    }
}
