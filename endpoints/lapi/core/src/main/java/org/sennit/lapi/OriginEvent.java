package org.sennit.lapi;

/**
 * An event at the origin when its memory is free, or its result is there: a counter moves, or a callback runs.
 *
 * @param counter null for none
 * @param callback null for none
 */
record OriginEvent(LapiCounter counter, Runnable callback) {
    static final OriginEvent NONE = new OriginEvent(null, null);

    static OriginEvent of(LapiCounter counter) {
        return counter == null ? NONE : counter.event();
    }

    /** Notes that the operation ends with a reply of the target. */
    void awaitsReply() {
        if (counter != null) {
            counter.awaitsReply();
        }
    }

    void happens() {
        if (counter != null) {
            counter.move();
        }
        if (callback != null) {
            try {
                callback.run();
            } catch (Throwable e) { // of the program: the other counters of the operation move all the same
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    void isGivenUp() {
        if (counter != null) {
            counter.giveUp();
        }
    }
}
