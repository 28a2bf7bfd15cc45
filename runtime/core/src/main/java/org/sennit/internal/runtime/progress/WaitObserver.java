package org.sennit.internal.runtime.progress;

/** Notified of the waits of an endpoint by the thread that waits. */
public interface WaitObserver {
    /** Called when a wait begins; calls come in pairs with {@link #waitEnds}, one inside the other at times. */
    void waitBegins();

    /** Called when a wait has ended, by its condition, its time, or an exception. */
    void waitEnds();
}
