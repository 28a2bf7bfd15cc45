package org.sennit.ownership.md;

import java.util.List;
import java.util.Locale;

/**
 * The outcome of a run, the same on every rank, and its report. Immutable; any thread.
 *
 * @param atoms in the cube
 * @param steps of the simulation
 * @param endpoints that shared it
 * @param processes that they lived in
 * @param times of each way
 * @param conservation of all ways
 */
public record MdResult(
        long atoms, int steps, int endpoints, int processes, List<WayTime> times, Conservation conservation) {
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;
    private static final String LINE = "%-14s %12s %10s %16s %8s %22s%n";

    /** Keeps a copy of the list. */
    public MdResult {
        times = List.copyOf(times);
    }

    /**
     * A way's times.
     *
     * @param way which
     * @return times in ns
     */
    public WayTime time(Way way) {
        return times.get(way.ordinal());
    }

    /**
     * How much of the time of a step a way saves.
     *
     * @param way which
     * @return percent of the time with send and receive, by the medians
     */
    public double gainPercent(Way way) {
        return PERCENT * (1 - time(way).medianNs() / time(Way.SEND_RECEIVE).medianNs());
    }

    /**
     * How much of the time of communication a way saves.
     *
     * @param way which
     * @return percent of the time with send and receive, by the medians
     */
    public double communicationGainPercent(Way way) {
        return PERCENT
                * (1 - time(way).communicationNs() / time(Way.SEND_RECEIVE).communicationNs());
    }

    /**
     * The table of times and the verdict.
     *
     * @return lines
     */
    public String report() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Lennard-Jones, %d atoms, %d steps, %d endpoints in %d JVMs%n%n",
                atoms,
                steps,
                endpoints,
                processes));
        text.append(String.format(LINE, "way", "us/step", "best", "communication", "gain", "gain of communication"));
        for (WayTime time : times) {
            text.append(String.format(
                    LINE,
                    time.way().words(),
                    us(time.medianNs()),
                    us(time.bestNs()),
                    us(time.communicationNs()),
                    percent(gainPercent(time.way())),
                    percent(communicationGainPercent(time.way()))));
        }
        return text.append(String.format(
                        "%n%s: %s%n", conservation.isVerified() ? "CONSERVED" : "NOT CONSERVED", conservation))
                .toString();
    }

    private static String us(double ns) {
        return String.format(Locale.ROOT, "%.1f", ns / NS_PER_US);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f%%", value);
    }
}
