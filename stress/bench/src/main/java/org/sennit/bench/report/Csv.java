package org.sennit.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Rows as comma-separated values: a line of names, then one line a size. All times in ns, medians but for the columns
 * best and p99; a field is empty where there is no value. Stateless; any thread.
 */
public final class Csv {
    private static final List<String> COLUMNS =
            List.of("size_bytes", "median_ns", "best_ns", "p99_ns", "floor_ns", "speed");

    private Csv() {}

    /**
     * Writes rows.
     *
     * @param file replaced
     * @param rows the figures
     * @throws UncheckedIOException where the file cannot be written
     */
    public static void write(Path file, List<TableRow> rows) {
        try {
            Files.write(file, lines(rows));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines: a column for each label of a row, with its speed behind it. */
    static List<String> lines(List<TableRow> rows) {
        List<String> labels = rows.stream()
                .flatMap(Csv::others)
                .map(PeerFigure::peer)
                .distinct()
                .toList();
        List<String> names = new ArrayList<>(COLUMNS);
        labels.forEach(label ->
                names.addAll(List.of(label.endsWith(PeerFigure.SHARE) ? label : label + "_ns", label + "_speed")));
        List<String> lines = new ArrayList<>(List.of(String.join(",", names)));
        rows.forEach(row -> lines.add(line(row, labels)));
        return lines;
    }

    private static String line(TableRow row, List<String> labels) {
        List<String> fields = new ArrayList<>(List.of(
                Long.toString(row.sizeBytes()),
                text(row.time().medianNs()),
                text(row.time().bestNs()),
                text(row.time().p99Ns()),
                text(row.floor().medianNs()),
                row.speed().word()));
        for (String label : labels) {
            List<PeerFigure> figures =
                    others(row).filter(figure -> figure.peer().equals(label)).toList();
            fields.add(figures.isEmpty() ? "" : text(figures.getFirst().time().medianNs()));
            fields.add(figures.isEmpty() ? "" : figures.getFirst().speed().word());
        }
        return String.join(",", fields);
    }

    private static Stream<PeerFigure> others(TableRow row) {
        return Stream.concat(row.beside().stream(), row.peers().stream());
    }

    private static String text(double ns) {
        return Double.isNaN(ns) ? "" : String.format(Locale.ROOT, "%.2f", ns);
    }
}
