package org.sennit.chaos.faulty;

import java.util.SplittableRandom;

/** How long the next message of one direction must wait, in rounds of the module. Used by one thread at a time. */
final class Holds {
    private static final int DELAY_IN = 4;
    private static final int STALL_IN = 64;
    private static final int DELAY_ROUNDS = 30;
    private static final int STALL_ROUNDS = 3000;

    private final boolean isDelaying;
    private final boolean isStalling;
    private final SplittableRandom random;
    private long until;
    private boolean isDrawn;

    Holds(boolean isDelaying, boolean isStalling, SplittableRandom random) {
        this.isDelaying = isDelaying;
        this.isStalling = isStalling;
        this.random = random;
    }

    /** Returns whether the first message in the queue must wait; drawn once for each message. */
    boolean mustWait(long round) {
        if (!isDrawn) {
            isDrawn = true;
            if (isDelaying && random.nextInt(DELAY_IN) == 0) {
                until = round + 1 + random.nextInt(DELAY_ROUNDS);
            }
            if (isStalling && random.nextInt(STALL_IN) == 0) {
                until = round + STALL_ROUNDS / 6 + random.nextInt(STALL_ROUNDS);
            }
        }
        return round < until;
    }

    /** Called when that message has gone on. */
    void next() {
        isDrawn = false;
    }
}
