package org.sennit.testkit;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time that tests wait before they take something to hang. A deadline is written down as what a loaded machine
 * needs at most; the build multiplies it by {@value #FACTOR}, so that a machine that is slow, or busy with other
 * programs, is not taken for a hang. From any thread.
 */
public final class Deadlines {
    /** The property of the factor; 1 when it is not set, as in an IDE. */
    static final String FACTOR = "sennit.test.deadline.factor";

    /** No deadline is multiplied beyond this; a longer one holds as it is written down. */
    private static final long MOST_NS = TimeUnit.MINUTES.toNanos(10);

    private Deadlines() {}

    /**
     * Returns what another JVM of the same test needs on its command line, so that its deadlines are multiplied as
     * well.
     *
     * @return flags, none if nothing is multiplied
     */
    public static List<String> flags() {
        String factor = System.getProperty(FACTOR);
        return factor == null ? List.of() : List.of("-D" + FACTOR + "=" + factor);
    }

    /**
     * Multiplies a deadline.
     *
     * @param seconds as written down
     * @return nanoseconds from now
     */
    public static long ns(long seconds) {
        return scaled(TimeUnit.SECONDS.toNanos(seconds));
    }

    /**
     * Multiplies a deadline.
     *
     * @param ns as written down, in nanoseconds
     * @return nanoseconds from now
     */
    public static long scaled(long ns) {
        return Math.max(ns, Math.min(MOST_NS, ns * Integer.getInteger(FACTOR, 1)));
    }
}
