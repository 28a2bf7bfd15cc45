package org.sennit.examples.ownership.ways;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The times of all ways of a program, beside each other. Immutable; any thread.
 *
 * @param all of them, in the order of {@link Way}
 */
public record WayTimes(List<WayTime> all) {
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;
    private static final String LINE = "%-20s %14s %10s %18s %8s %22s%n";

    /** Keeps a copy of the list. */
    public WayTimes {
        all = List.copyOf(all);
    }

    /**
     * Sums up.
     *
     * @param roundNs by way and round, ns
     * @param communicationNs of it, ns
     */
    public static WayTimes of(double[][] roundNs, double[][] communicationNs) {
        List<WayTime> times = new ArrayList<>();
        for (Way way : Way.values()) {
            times.add(WayTime.of(way, roundNs[way.ordinal()], communicationNs[way.ordinal()]));
        }
        return new WayTimes(times);
    }

    /** Returns a mode's times, in ns. */
    public WayTime of(Way way) {
        return all.get(way.ordinal());
    }

    /**
     * Returns how much of the time of a round a way saves.
     *
     * @return percent of the time with send and receive, by the medians
     */
    public double gainPercent(Way way) {
        return PERCENT * (1 - of(way).medianNs() / of(Way.SEND_RECEIVE).medianNs());
    }

    /**
     * Returns how much of the time of communication a way saves. Fused, unpacking has no time of its own: there the
     * rest of a round is taken to be the same as in the others, and what the whole saves is what communication saves.
     *
     * @return percent of the time with send and receive
     */
    public double communicationGainPercent(Way way) {
        WayTime plain = of(Way.SEND_RECEIVE);
        double savedNs = way.isFused()
                ? plain.medianNs() - of(way).medianNs()
                : plain.communicationNs() - of(way).communicationNs();
        return PERCENT * savedNs / plain.communicationNs();
    }

    /**
     * Returns the table.
     *
     * @param communication what its communication is, in a few
     * @return lines
     */
    public String table(String round, String communication) {
        StringBuilder text = new StringBuilder(
                String.format(LINE, "way", "us/" + round, "best", communication, "gain", "gain of communication"));
        for (WayTime time : all) {
            text.append(String.format(
                    LINE,
                    time.way().words(),
                    us(time.medianNs()),
                    us(time.bestNs()),
                    us(time.communicationNs()),
                    percent(gainPercent(time.way())),
                    percent(communicationGainPercent(time.way()))));
        }
        return text.toString();
    }

    private static String us(double ns) {
        return String.format(Locale.ROOT, "%.1f", ns / NS_PER_US);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f%%", value);
    }
}
