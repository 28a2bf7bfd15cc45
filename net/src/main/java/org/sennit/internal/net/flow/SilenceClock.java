package org.sennit.internal.net.flow;

/** The time for which a peer has been silent, in ticks of a liveness thread. Used with the loop held. */
public final class SilenceClock {
    private long silentNs;

    /** Restarts: the peer has sent something, or this process itself has been paused. */
    public void restart() {
        silentNs = 0;
    }

    /**
     * Counts another tick without a word.
     *
     * @param elapsedNs nanoseconds since the last one
     * @return nanoseconds of silence
     */
    public long add(long elapsedNs) {
        silentNs += elapsedNs;
        return silentNs;
    }
}
