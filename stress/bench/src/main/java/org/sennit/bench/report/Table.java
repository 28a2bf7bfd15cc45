package org.sennit.bench.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints rows in the format of the OSU micro-benchmarks: header lines that start with {@code #}, then one line a size,
 * size and value first. Further columns: the floor of the same run, the ratio to it, the best, the 99th percentile, what
 * the probe said of that row, what was measured beside it, and the peers. One thread.
 *
 * <p>A peer's value that was measured at another speed of the machine carries a star: it must not be compared.
 */
public final class Table {

    private static final int SIZE_WIDTH = 10;
    private static final int VALUE_WIDTH = 18;
    private static final int COLUMN_WIDTH = 14;

    private final PrintStream out;
    private final Metric metric;
    private final List<String> peers;

    /**
     * A table on a stream.
     *
     * @param out receives whole lines
     * @param metric how values are shown
     * @param peers labels of the columns of what stands beside, and of the peers
     */
    public Table(PrintStream out, Metric metric, List<String> peers) {
        this.out = out;
        this.metric = metric;
        this.peers = List.copyOf(peers);
    }

    /**
     * Prints the header.
     *
     * @param title the first line
     * @param notes further lines: machine, flags, floor, probe
     * @param valueName the name of the value's column, such as Latency
     */
    public void header(String title, List<String> notes, String valueName) {
        out.println("# " + title);
        notes.forEach(note -> out.println("# " + note));
        StringBuilder line = new StringBuilder(left("# Size"));
        line.append(right(valueName + " (" + metric.unit() + ")", VALUE_WIDTH));
        for (String column : List.of("Floor", "Ratio", "Best", "p99", "Speed")) {
            line.append(right(column, COLUMN_WIDTH));
        }
        peers.forEach(peer -> line.append(right(peer, Math.max(COLUMN_WIDTH, peer.length() + 2))));
        out.println(line);
    }

    /**
     * Prints one row.
     *
     * @param row its figures
     */
    public void row(Row row) {
        long sizeBytes = row.sizeBytes();
        StringBuilder line = new StringBuilder(left(Long.toString(sizeBytes)));
        line.append(right(text(row.time().medianNs(), sizeBytes), VALUE_WIDTH));
        line.append(right(text(row.floor().medianNs(), sizeBytes), COLUMN_WIDTH));
        line.append(right(ratio(row), COLUMN_WIDTH));
        line.append(right(text(row.time().bestNs(), sizeBytes), COLUMN_WIDTH));
        line.append(right(text(row.time().p99Ns(), sizeBytes), COLUMN_WIDTH));
        line.append(right(row.speed().word(), COLUMN_WIDTH));
        for (String peer : peers) {
            line.append(right(peerText(row, peer), Math.max(COLUMN_WIDTH, peer.length() + 2)));
        }
        out.println(line);
    }

    private String ratio(Row row) {
        double ratio = metric.isSmallerBetter() ? row.ratioToFloor() : 1 / row.ratioToFloor();
        return Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.2f", ratio);
    }

    private String peerText(Row row, String label) {
        return Stream.concat(row.beside().stream(), row.peers().stream())
                .filter(peer -> peer.peer().equals(label))
                .findFirst()
                .map(peer -> (peer.isShare()
                                ? String.format(Locale.ROOT, "%.0f", peer.time().medianNs())
                                : text(peer.time().medianNs(), row.sizeBytes()))
                        + (peer.speed() == row.speed() ? "" : "*"))
                .orElse("-");
    }

    private String text(double ns, long sizeBytes) {
        return metric.format(metric.of(ns, sizeBytes));
    }

    private static String left(String text) {
        return String.format(Locale.ROOT, "%-" + SIZE_WIDTH + "s", text);
    }

    private static String right(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
