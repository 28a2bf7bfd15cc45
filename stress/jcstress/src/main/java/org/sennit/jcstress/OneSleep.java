package org.sennit.jcstress;

import java.util.concurrent.ThreadLocalRandom;
import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.spi.progress.Condition;

/**
 * A place to sleep that distinguishes a lost wake-up from a slow one without a clock: the sleeper spins until it is
 * woken, or until the other actor has said that it is over. A sleeper that is asleep then, and was not woken, would
 * have slept for ever.
 *
 * <p>Threads: one actor sleeps; the other wakes, and calls {@link #over} as its last step.
 */
final class OneSleep implements SleepPlace {
    private volatile boolean isWoken;
    private volatile boolean isOver;
    private boolean hasSlept; // by the sleeper
    private boolean isLost; // by the sleeper

    @Override
    public void sleep(Condition mustNotSleep, long timeoutNs) {
        hasSlept = true;
        while (!isWoken && !isOver) {
            Thread.onSpinWait();
        }
        isLost |= !isWoken; // after isOver: what the waker did is visible
        isWoken = false;
    }

    @Override
    public void wake(Thread thread) {
        isWoken = true;
    }

    /** Spreads the samples over the moment in question: a waiter takes some time until it is about to sleep. */
    static void dawdle(int most) {
        for (int i = ThreadLocalRandom.current().nextInt(most); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** Notes that no further wake-up will come. */
    void over() {
        isOver = true;
    }

    /** Returns 0 if it did not sleep, 1 if it slept and was woken, 2 if it would have slept for ever. */
    int outcome() {
        return isLost ? 2 : hasSlept ? 1 : 0;
    }
}
