package org.sennit.internal.runtime.progress;

/** Told of the waits of an endpoint by the thread that waits. */
public interface WaitObserver {
    /** A wait begins; calls come in pairs with {@link #waitEnds}, one inside the other at times. */
    void waitBegins();

    /** A wait has ended, by its condition, its time, or an exception. */
    void waitEnds();
}
