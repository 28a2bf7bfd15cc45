package org.sennit.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.sennit.bench.measure.Speed;

/**
 * Plots rows: Sennit, its floor and the peers over the message size, both axes logarithmic. Only rows and
 * peers' figures of the most frequent speed are drawn, since figures of different speeds are not
 * comparable. Stateless; any thread.
 */
public final class Chart {
    private static final String SENNIT = "Sennit";
    private static final String FLOOR = "floor";
    private static final float BOLD = 3;
    private static final int WIDTH_PIXELS = 1000;
    private static final int HEIGHT_PIXELS = 650;
    private static final int SPACING_PIXELS = 40;

    private Chart() {}

    /** A line of the plot. */
    private record Line(String name, List<Double> sizes, List<Double> values) {
        Line(String name) {
            this(name, new ArrayList<>(), new ArrayList<>());
        }

        void add(long sizeBytes, double value) {
            if (sizeBytes > 0 && value > 0) { // neither 0 nor NaN has a place on a logarithmic axis
                sizes.add(Math.log(sizeBytes) / Math.log(2)); // decades would name no size that is measured
                values.add(value);
            }
        }
    }

    /**
     * Writes the plot.
     *
     * @param file a PNG, replaced
     * @param title what was measured
     * @param metric how durations are shown
     * @param rows the figures
     * @return false where there is nothing to draw
     * @throws UncheckedIOException where the file cannot be written
     */
    public static boolean write(Path file, String title, Metric metric, List<TableRow> rows) {
        Speed speed = speedOfMost(rows);
        long others = rows.stream().filter(row -> row.speed() != speed).count();
        XYChart chart = new XYChartBuilder()
                .width(WIDTH_PIXELS)
                .height(HEIGHT_PIXELS)
                .title(title + ", " + speed.word()
                        + (others == 0 ? "" : "; without " + others + " rows of other speed"))
                .xAxisTitle("bytes")
                .yAxisTitle(metric.unit())
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler()
                .setXAxisTickLabelsFormattingFunction(Chart::sizeOf)
                .setXAxisTickMarkSpacingHint(SPACING_PIXELS)
                .setYAxisLogarithmic(true);
        boolean isEmpty = true;
        for (Line line : lines(metric, rows, speed)) {
            if (!line.sizes().isEmpty()) {
                style(chart.addSeries(line.name(), array(line.sizes()), array(line.values())));
                isEmpty = false;
            }
        }
        if (isEmpty) {
            return false;
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    /** Draws Sennit bold, and the floor as a grey dashed line without markers. */
    private static void style(XYSeries series) {
        if (series.getName().equals(SENNIT)) {
            series.setLineColor(Color.BLUE).setLineWidth(BOLD);
            series.setMarkerColor(Color.BLUE);
        } else if (series.getName().equals(FLOOR)) {
            series.setLineColor(Color.GRAY).setLineStyle(SeriesLines.DASH_DASH);
            series.setMarker(SeriesMarkers.NONE);
        }
    }

    /** Returns the size at a position of the axis, which counts powers of two; nothing between them. */
    private static String sizeOf(double power) {
        if (power != Math.rint(power) || power < 0 || power >= Long.SIZE - 1) {
            return "";
        }
        int thousands = (int) power / 10;
        return (1L << (int) power - 10 * thousands)
                + List.of("", "K", "M", "G", "T", "P", "E").get(thousands);
    }

    /**
     * Returns why a file cannot be written, to be checked before a long measurement.
     *
     * @param file where to
     * @return the reason; null when there is none
     */
    public static String whyNotTo(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null || Files.isDirectory(file)
                ? "it is a folder"
                : !Files.isDirectory(folder)
                        ? "there is no folder " + folder
                        : !Files.isWritable(Files.exists(file) ? file : folder) ? "it may not be written" : null;
    }

    private static Speed speedOfMost(List<TableRow> rows) {
        Speed most = Speed.NEAR;
        long count = -1;
        for (Speed speed : Speed.values()) {
            long ofSpeed = rows.stream().filter(row -> row.speed() == speed).count();
            if (ofSpeed > count) {
                most = speed;
                count = ofSpeed;
            }
        }
        return most;
    }

    private static List<Line> lines(Metric metric, List<TableRow> rows, Speed speed) {
        List<Line> lines = new ArrayList<>(List.of(new Line(SENNIT), new Line(FLOOR)));
        for (TableRow row : rows) {
            if (row.speed() != speed) {
                continue;
            }
            long size = row.sizeBytes();
            lines.get(0).add(size, metric.of(row.time().medianNs(), size));
            lines.get(1).add(size, metric.of(row.floor().medianNs(), size));
            for (PeerFigure beside : row.beside()) { // of the same probes as the row
                if (!beside.isShare()) {
                    lineOf(beside.peer(), lines)
                            .add(size, metric.of(beside.time().medianNs(), size));
                }
            }
            for (PeerFigure peer : row.peers()) {
                if (peer.speed() == speed && !peer.isShare()) {
                    lineOf(peer.peer(), lines).add(size, metric.of(peer.time().medianNs(), size));
                }
            }
        }
        return lines;
    }

    private static Line lineOf(String name, List<Line> lines) {
        for (Line line : lines) {
            if (line.name().equals(name)) {
                return line;
            }
        }
        Line line = new Line(name);
        lines.add(line);
        return line;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(value -> value).toArray();
    }
}
