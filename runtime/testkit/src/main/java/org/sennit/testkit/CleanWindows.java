package org.sennit.testkit;

import java.util.ArrayDeque;

/**
 * Windows of a measurement of allocated bytes, one after the other: steady once all but one of the last few are within what is
 * allowed. One clean window alone proves little: what allocates in every second window has one too. One thread.
 */
public final class CleanWindows {
    /** Windows that are looked at: a compiler may still be at work in one of them. */
    private static final int LAST = 6;

    private final long allowedBytes;
    private final ArrayDeque<Long> last = new ArrayDeque<>();

    /**
     * Begins a measurement.
     *
     * @param allowedBytes how much a window may allocate, in bytes
     */
    public CleanWindows(long allowedBytes) {
        this.allowedBytes = allowedBytes;
    }

    /**
     * Adds a window.
     *
     * @param bytes what it has allocated
     */
    public void add(long bytes) {
        if (last.size() == LAST) {
            last.removeFirst();
        }
        last.addLast(bytes);
    }

    /** Whether all but one of the last windows are clean; false also while there are too few. */
    public boolean isSteady() {
        return last.size() == LAST
                && last.stream().filter(bytes -> bytes > allowedBytes).count() <= 1;
    }

    /**
     * Throws unless the measurement {@link #isSteady}.
     *
     * @param story what was measured
     * @throws AssertionError with the last windows
     */
    public void assertSteady(String story) {
        if (!isSteady()) {
            throw new AssertionError(
                    story + ": allocated bytes in the last windows=" + last + " allowed=" + allowedBytes);
        }
    }
}
