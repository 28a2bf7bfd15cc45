package org.sennit.internal.endpoints.am.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.sennit.jcstress.ActorContext;

/**
 * A context in which actors run the completion handlers, and which distinguishes a lost wake-up from a slow one without
 * a clock: a thread that parks spins until it is woken, or until the other actor has said that it is over. A thread
 * that is parked when it is over, and was not woken, has been forgotten. Time stands still.
 *
 * <p>Threads: handlers are started before the actors; one thread at a time parks; the other unparks, and calls
 * {@link #over} as its last step.
 */
public final class CompletionContext extends ActorContext {
    private final List<Runnable> handlers = new ArrayList<>(); // filled before both actors
    private volatile boolean isWoken;
    private volatile boolean isOver;
    private boolean hasParked; // by the thread that parks
    private boolean isLost; // by the thread that parks

    /** Runs a completion handler, by the order of their starts. */
    void run(int handler) {
        handlers.get(handler).run();
    }

    /** Spreads the samples over the moment in question: a waiter takes some time until it is about to park. */
    public static void dawdle(int most) {
        for (int i = ThreadLocalRandom.current().nextInt(most); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** Notes that no further unpark will come. */
    void over() {
        isOver = true;
    }

    /** 0: did not park; 1: parked and was woken; 2: parked and was forgotten. */
    int outcome() {
        return isLost ? 2 : hasParked ? 1 : 0;
    }

    @Override
    public void parkNanos(Object blocker, long timeoutNs) {
        hasParked = true;
        while (!isWoken && !isOver) {
            Thread.onSpinWait();
        }
        isLost |= !isWoken; // after isOver: what the waker did is visible
        isWoken = false;
    }

    @Override
    public void unpark(Thread thread) {
        isWoken = true;
    }

    @Override
    public Thread newThread(String name, boolean isVirtual, Runnable body) {
        handlers.add(body);
        return new Thread(name);
    }

    @Override
    public long nanoTime() {
        return 0;
    }
}
