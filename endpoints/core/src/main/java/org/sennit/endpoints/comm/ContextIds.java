package org.sennit.endpoints.comm;

/**
 * The context ids that one endpoint has used. A new communicator takes the largest "next" of all its members, so an id
 * is new for each of them; the same id may serve two communicators that share no endpoint. Ids are not used again.
 * Belongs to the thread that drives the endpoint.
 *
 * <p>Ids below 0 are given out by {@link DuplicateIds}, to communicators that are made while their members do other things.
 */
public final class ContextIds {
    /** How many ids a communicator has. */
    public static final int EACH = 8;

    private int next;

    /**
     * Makes the ids of an endpoint that knows only the communicator that it was born in.
     *
     * @param born the id of that one, 0 for the world
     */
    public ContextIds(int born) {
        next = born + EACH;
    }

    /**
     * The lowest id that this endpoint has not used.
     *
     * @return the id
     */
    public int next() {
        return next;
    }

    /**
     * Marks the ids of communicators as used.
     *
     * @param agreed the first one's, at least {@link #next}
     * @param communicators how many, one after the other
     */
    public void use(int agreed, int communicators) {
        next = Math.addExact(agreed, communicators * EACH);
    }
}
