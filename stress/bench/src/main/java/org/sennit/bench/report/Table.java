package org.sennit.bench.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Prints rows in the format of the OSU micro-benchmarks: header lines that start with {@code #}, then one line a size,
 * size and value first. Further columns: the floor of the same run, the ratio to it, the best, the 99th percentile,
 * what the probe said of that row, what was measured beside it, and the peers. One thread.
 *
 * <p>A peer's value that was measured at another speed of the machine carries a star: it must not be compared.
 */
public final class Table {
    private static final int SIZE_WIDTH = 10; // to the left
    private static final int VALUE_WIDTH = 18;
    private static final int COLUMN_WIDTH = 14;

    /** One column: its heading, its width, and how it shows a row. */
    private record Column(String heading, int width, Function<TableRow, String> text) {}

    private final PrintStream out;
    private final Metric metric;
    private final List<Column> columns = new ArrayList<>();

    /**
     * Makes a table on a stream.
     *
     * @param out receives whole lines
     * @param metric how values are shown
     * @param valueName the name of the value's column, such as Latency
     * @param peers labels of the columns of what stands beside, and of the peers
     */
    public Table(PrintStream out, Metric metric, String valueName, List<String> peers) {
        this.out = out;
        this.metric = metric;
        columns.add(new Column("# Size", -SIZE_WIDTH, row -> Long.toString(row.sizeBytes())));
        columns.add(new Column(
                valueName + " (" + metric.unit() + ")",
                VALUE_WIDTH,
                row -> text(row.time().medianNs(), row.sizeBytes())));
        column("Floor", row -> text(row.floor().medianNs(), row.sizeBytes()));
        column("Ratio", this::ratio);
        column("Best", row -> text(row.time().bestNs(), row.sizeBytes()));
        column("p99", row -> text(row.time().p99Ns(), row.sizeBytes()));
        column("Speed", row -> row.speed().word());
        peers.forEach(peer -> column(peer, row -> peerText(row, peer)));
    }

    private void column(String heading, Function<TableRow, String> text) {
        columns.add(new Column(heading, Math.max(COLUMN_WIDTH, heading.length() + 2), text));
    }

    /**
     * Prints the header.
     *
     * @param title the first line
     * @param notes further lines: machine, flags, floor, probe
     */
    public void header(String title, List<String> notes) {
        out.println("# " + title);
        notes.forEach(note -> out.println("# " + note));
        print(Column::heading);
    }

    /**
     * Prints one row.
     *
     * @param row its figures
     */
    public void row(TableRow row) {
        print(column -> column.text().apply(row));
    }

    private void print(Function<Column, String> cell) {
        StringBuilder line = new StringBuilder();
        for (Column column : columns) {
            line.append(String.format(Locale.ROOT, "%" + column.width() + "s", cell.apply(column)));
        }
        out.println(line);
    }

    private String ratio(TableRow row) {
        double ratio = metric.isSmallerBetter() ? row.ratioToFloor() : 1 / row.ratioToFloor();
        return Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.2f", ratio);
    }

    private String peerText(TableRow row, String label) {
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
}
