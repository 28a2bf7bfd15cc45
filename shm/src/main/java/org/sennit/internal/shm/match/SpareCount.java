package org.sennit.internal.shm.match;

/**
 * How many objects to keep for later use: as many as were in use at once since the last time that none was, so that floods
 * that come again and again allocate nothing, and a few in any case. Those beyond go little by little, with later uses.
 * Belongs to one thread.
 */
final class SpareCount {
    /** Kept whatever happens. */
    static final int FEW = 1024;

    /** How many go at a time, so that no use is slow; as many more than needed do no harm. */
    private static final int STEP = 64;

    private int inUse;
    private int mostInUse; // since there was none

    /** One more is in use. */
    void taken() {
        mostInUse = Math.max(mostInUse, ++inUse);
    }

    /** Takes one back. Returns how many of the given spare ones, which may include it, should be dropped now. */
    int givenBack(int spare) {
        if (--inUse > 0) {
            return 0;
        }
        int surplus = spare - Math.max(FEW, mostInUse + STEP);
        mostInUse = 0;
        return Math.clamp(surplus, 0, STEP);
    }
}
