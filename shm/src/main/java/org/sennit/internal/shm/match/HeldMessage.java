package org.sennit.internal.shm.match;

/**
 * A message that a matched probe has taken out of a queue: no other receive can match it. It is received once, by
 * {@link MatchQueue#receiveHeld}; then the handle is empty and may be used for the next probe. (MPI 4.1, section 3.8.2)
 *
 * <p>Belongs to the thread that drives the endpoint; where several share it, a handle may go from one to another.
 */
public final class HeldMessage {
    // Guarded like the queue that it was taken from; null when there is nothing to receive.
    private UnexpectedMessage message;

    void hold(UnexpectedMessage taken) {
        message = taken;
    }

    /** Returns the message, once: the handle is empty then. */
    UnexpectedMessage take() {
        UnexpectedMessage taken = message;
        message = null;
        return taken;
    }

    /** Returns whether there is nothing to receive: nothing was taken, or it has been received. */
    public boolean isEmpty() {
        return message == null;
    }
}
