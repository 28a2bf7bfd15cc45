package org.sennit.internal.runtime.progress;

import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.message.Request;
import org.sennit.spi.progress.Condition;

/**
 * One of several threads that wait on an endpoint which they share: its own parking spot, and what it waits for. Used
 * again by others when its thread has gone on.
 */
final class WaitingThread implements Condition {
    private final SharedProgressEngine engine;
    private final ParkingSpot spot = new ParkingSpot();

    private int seenQuestion; // of the owner, while it sleeps

    // Guarded by the engine's list of places.
    private Thread owner;

    // Written by the owner before it occupies the spot, whose fence publishes it to wakers; null while it does not
    // sleep.
    private volatile Condition awaited;

    WaitingThread(SharedProgressEngine engine) {
        this.engine = engine;
    }

    Thread owner() {
        return owner;
    }

    void owner(Thread thread) {
        owner = thread;
    }

    void occupy(Condition condition, int question) {
        seenQuestion = question;
        awaited = condition;
        spot.occupy();
    }

    void leave() {
        spot.leave();
        awaited = null;
    }

    int seenQuestion() {
        return seenQuestion;
    }

    /** Returns the thread to wake, or null. Any thread. */
    Thread occupant() {
        return spot.occupant();
    }

    /**
     * Returns whether its wait may be over; for any thread. A request is exact; any other condition may be asked
     * by its own thread only, so that is woken to look.
     */
    boolean mayGoOn() {
        Condition condition = awaited;
        return condition instanceof Request ? condition.isMet() : condition != null;
    }

    /** Returns whether its thread must not sleep; asked by that thread. */
    @Override
    public boolean isMet() {
        Condition condition = awaited;
        return condition == null || condition.isMet() || engine.mustNotSleep(this);
    }
}
