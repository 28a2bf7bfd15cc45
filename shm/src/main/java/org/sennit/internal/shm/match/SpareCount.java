package org.sennit.internal.shm.match;

/**
 * The number of free objects to keep: as many as were in use at once since none was in use, so that repeated floods
 * allocate nothing, and a minimum in any case. Surplus ones are dropped gradually, with later uses. Belongs to one
 * thread.
 */
final class SpareCount {
    /** Least number of spare objects to keep. Rule of thumb, not measured. */
    static final int FEW = 1024;

    /** Most to drop in one call, so that no call is slow. Rule of thumb, not measured. */
    private static final int STEP = 64;

    private int inUse;
    private int mostInUse; // since none was in use

    /** Counts an object in use. */
    void taken() {
        mostInUse = Math.max(mostInUse, ++inUse);
    }

    /** Counts one less in use. Returns the number of spare objects (which may include it) to drop now. */
    int givenBack(int spare) {
        if (--inUse > 0) {
            return 0;
        }
        int surplus = spare - Math.max(FEW, mostInUse + STEP);
        mostInUse = 0;
        return Math.clamp(surplus, 0, STEP);
    }
}
