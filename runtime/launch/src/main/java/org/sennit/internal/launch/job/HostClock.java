package org.sennit.internal.launch.job;

import java.io.IOException;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Kind;

/**
 * By how much the clock of a host, {@link System#nanoTime()}, is ahead of the launcher's: asked several times, and the quickest answer
 * counts, which was taken in the middle of its way there and back (Cristian 1989). So the events of all hosts stand in one order in a
 * trace.
 *
 * <p>Threads: the host's reader, and others that ask when all is over.
 */
final class HostClock {
    private static final int QUESTIONS = 16;

    private final boolean isWanted;

    // Guarded by this.
    private int asked;
    private long askedNs;
    private long bestNs = Long.MAX_VALUE; // the way there and back of the quickest answer
    private long aheadNs;

    /** Asks nothing where it is not wanted. */
    HostClock(boolean isWanted) {
        this.isWanted = isWanted;
    }

    /** Asks the host for the first time. */
    synchronized void ask(HostFrames frames) throws IOException {
        if (isWanted && asked < QUESTIONS) {
            asked++;
            askedNs = System.nanoTime();
            frames.write(Kind.CLOCK, 0, "");
        }
    }

    /** The host has answered with its time. */
    synchronized void answered(String timeNs, HostFrames frames) throws IOException {
        long now = System.nanoTime();
        long wayNs = now - askedNs;
        if (wayNs < bestNs) {
            bestNs = wayNs;
            aheadNs = Long.parseLong(timeNs) - (askedNs + wayNs / 2);
        }
        ask(frames);
    }

    /** Returns nanoseconds; 0 where the clocks may be the same, as on one machine. */
    synchronized long aheadNs() {
        return Math.abs(aheadNs) <= bestNs / 2 ? 0 : aheadNs;
    }
}
