package org.sennit.conformance.random;

import java.util.concurrent.locks.LockSupport;

/** Between two looks of a loop that tests. */
final class Pause {
    private static final int PARK_EVERY = 16;

    private int rounds;

    /**
     * Lets others run. Mostly by a yield; but with one carrier a virtual thread that does nothing but yield keeps those
     * from running that a platform thread has unparked (JDK 25), so now and then it parks.
     */
    void take() {
        if (++rounds % PARK_EVERY == 0) {
            LockSupport.parkNanos(1);
        } else {
            Thread.yield();
        }
    }
}
