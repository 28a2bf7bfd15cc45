package org.sennit.internal.net.flow;

/**
 * Finds out that this process has been stopped (a signal, a debugger, a suspended machine) from a wake-up that came
 * late. A process that was stopped itself cannot conclude that others were silent. One thread.
 */
public final class PauseDetector {
    private final long periodNs;
    private long lastNs;

    /**
     * Starts.
     *
     * @param periodNs the time from one wake-up to the next, in nanoseconds
     * @param nowNs the time of the start, on the clock of {@link #tick}
     */
    public PauseDetector(long periodNs, long nowNs) {
        this.periodNs = periodNs;
        this.lastNs = nowNs;
    }

    /**
     * Records a wake-up.
     *
     * @param nowNs the time
     * @return nanoseconds since the last one; negative when it came more than two periods late,
     *     so that there was a pause
     */
    public long tick(long nowNs) {
        long elapsedNs = nowNs - lastNs;
        lastNs = nowNs;
        return elapsedNs > 3 * periodNs ? -1 : elapsedNs;
    }
}
