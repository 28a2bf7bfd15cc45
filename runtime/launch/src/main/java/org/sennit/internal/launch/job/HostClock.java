package org.sennit.internal.launch.job;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Kind;

/**
 * By how much the clock of a host, {@link System#nanoTime()}, is ahead of the launcher's, for a trace in which the
 * events of all hosts stand in one order. The processes of a host share its clock. It is measured at the start and at
 * the end of the job, since two clocks that nothing disciplines drift apart by tens of microseconds a second; between
 * the two, in proportion to the time. Each time it is asked several times, and the quickest answer counts, which was
 * taken in the middle of its way there and back (Cristian 1989).
 *
 * <p>Threads: the host's reader, and others that ask when all is over.
 */
final class HostClock {
    private static final int QUESTIONS = 16;

    private final boolean isWanted;
    private final LongSupplier nanoTime; // the launcher's

    // Guarded by this.
    private final Measurement atStart = new Measurement();
    private final Measurement atEnd = new Measurement();
    private Measurement present = atStart;

    /** The quickest of some answers. */
    private static final class Measurement {
        private int asked;
        private int answers;
        private long askedNs;
        private long bestNs = Long.MAX_VALUE; // the way there and back
        private long aheadNs;
        private long hostNs; // by the host's clock

        private void answered(long timeNs, long nowNs) {
            answers++;
            long wayNs = nowNs - askedNs;
            if (wayNs < bestNs) {
                bestNs = wayNs;
                aheadNs = timeNs - (askedNs + wayNs / 2);
                hostNs = timeNs;
            }
        }

        private boolean isOver() {
            return answers == QUESTIONS;
        }

        /** Returns whether the two clocks may be the same, as on one machine. */
        private boolean mayBeZero() {
            return Math.abs(aheadNs) <= bestNs / 2;
        }
    }

    /** Asks nothing where it is not wanted. */
    HostClock(boolean isWanted, LongSupplier nanoTime) {
        this.isWanted = isWanted;
        this.nanoTime = nanoTime;
    }

    /** Begins to ask the host at the start of the job. */
    synchronized void ask(HostFrames frames) throws IOException {
        if (isWanted) {
            askOnce(frames);
        }
    }

    private void askOnce(HostFrames frames) throws IOException {
        present.asked++;
        present.askedNs = nanoTime.getAsLong();
        frames.write(Kind.CLOCK, 0, "");
    }

    /**
     * Begins to ask the host again at the end of its processes. Returns false where it is not wanted, or the job was
     * too short.
     */
    synchronized boolean askAgain(HostFrames frames) throws IOException {
        if (!atStart.isOver() || present == atEnd) {
            return false;
        }
        present = atEnd;
        askOnce(frames);
        return true;
    }

    /** Takes the host's time. Returns whether it has been asked for the last time. */
    synchronized boolean answered(String timeNs, HostFrames frames) throws IOException {
        present.answered(Long.parseLong(timeNs), nanoTime.getAsLong());
        if (present.asked < QUESTIONS) {
            askOnce(frames);
        }
        return atEnd.isOver();
    }

    /**
     * Returns by how much the host's clock was ahead, in nanoseconds; 0 where the clocks may be the same.
     *
     * @param hostNs when, by the host's clock
     */
    synchronized long aheadNs(long hostNs) {
        if (atStart.answers == 0 || (atStart.mayBeZero() && (!atEnd.isOver() || atEnd.mayBeZero()))) {
            return 0;
        }
        long betweenNs = atEnd.hostNs - atStart.hostNs;
        if (!atEnd.isOver() || betweenNs <= 0) {
            return atStart.aheadNs;
        }
        double share = (double) (hostNs - atStart.hostNs) / betweenNs;
        return atStart.aheadNs + Math.round(share * (atEnd.aheadNs - atStart.aheadNs));
    }
}
