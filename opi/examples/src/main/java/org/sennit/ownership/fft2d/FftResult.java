package org.sennit.ownership.fft2d;

import java.util.List;
import java.util.Locale;

/**
 * The outcome of a run, the same on every rank, and its report. Immutable; any thread.
 *
 * @param n rows and columns
 * @param endpoints that shared them
 * @param processes that they lived in
 * @param pieceBytes the piece from the first rank to the last
 * @param times of each way
 * @param accuracy of all ways
 */
public record FftResult(int n, int endpoints, int processes, long pieceBytes, List<WayTime> times, Accuracy accuracy) {
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;
    private static final String LINE = "%-20s %12s %10s %18s %8s%n";

    /** Keeps a copy of the list. */
    public FftResult {
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
     * How much of the time of a transform a way saves.
     *
     * @param way which
     * @return percent of the time with send and receive, by the medians
     */
    public double gainPercent(Way way) {
        return PERCENT * (1 - time(way).medianNs() / time(Way.SEND_RECEIVE).medianNs());
    }

    /**
     * How much of the time of communication a way saves. Fused, unpacking has no time of its own: there the rest of a transform is
     * taken to be the same as in the others, and what the whole saves is what communication saves.
     *
     * @param way which
     * @return percent of the time with send and receive
     */
    public double communicationGainPercent(Way way) {
        WayTime plain = time(Way.SEND_RECEIVE);
        double savedNs = way == Way.FUSED
                ? plain.medianNs() - time(way).medianNs()
                : plain.communicationNs() - time(way).communicationNs();
        return PERCENT * savedNs / plain.communicationNs();
    }

    /**
     * The table of times and the verdict.
     *
     * @return lines
     */
    public String report() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "2-D FFT of %d x %d complex points, %d endpoints in %d JVMs, pieces of %d bytes%n%n",
                n,
                n,
                endpoints,
                processes,
                pieceBytes));
        text.append(String.format(LINE, "way", "us/transform", "best", "exchange + unpack", "gain"));
        for (WayTime time : times) {
            text.append(String.format(
                    LINE,
                    time.way().words(),
                    us(time.medianNs()),
                    us(time.bestNs()),
                    us(time.communicationNs()),
                    String.format(Locale.ROOT, "%.1f%%", gainPercent(time.way()))));
        }
        return text.append(String.format("%n%s: %s%n", accuracy.isVerified() ? "VERIFIED" : "NOT VERIFIED", accuracy))
                .toString();
    }

    private static String us(double ns) {
        return String.format(Locale.ROOT, "%.1f", ns / NS_PER_US);
    }
}
