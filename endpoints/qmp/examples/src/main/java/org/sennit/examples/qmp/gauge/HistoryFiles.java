package org.sennit.examples.qmp.gauge;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Writes the history of a run: a table for spreadsheets, and a plot. Stateless; any thread. */
final class HistoryFiles {
    private static final int WIDTH_PIXELS = 1000;
    private static final int HEIGHT_PIXELS = 600;

    private HistoryFiles() {}

    /** Returns why a file cannot be written, or null. */
    static String whyNotTo(Path file) {
        if (file == null) {
            return null;
        }
        Path folder = file.toAbsolutePath().getParent();
        boolean isWritable = folder != null && Files.isDirectory(folder) && !Files.isDirectory(file);
        return isWritable ? null : file + ": cannot be written there";
    }

    /** Writes sweep, plaquette, acceptance and times, one sweep a line. */
    static void writeCsv(Path file, List<SweepRecord> records) throws IOException {
        StringBuilder text = new StringBuilder(
                "sweep,plaquette,acceptance,milliseconds,communication_milliseconds,waiting_milliseconds\n");
        for (SweepRecord one : records) {
            text.append(String.format(
                    Locale.ROOT,
                    "%d,%.17g,%.6f,%.3f,%.3f,%.3f%n",
                    one.sweep(),
                    one.plaquette(),
                    one.acceptance(),
                    one.tookNs() / 1e6,
                    one.communicationNs() / 1e6,
                    one.waitingNs() / 1e6));
        }
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    /** Writes the plaquette over the sweeps, and what is published where something is, as PNG. */
    static void writePlot(Path file, String title, Su3Result result) throws IOException {
        List<SweepRecord> records = result.records();
        double[] sweeps = records.stream().mapToDouble(SweepRecord::sweep).toArray();
        double[] plaquettes =
                records.stream().mapToDouble(SweepRecord::plaquette).toArray();
        XYChart chart = new XYChartBuilder()
                .width(WIDTH_PIXELS)
                .height(HEIGHT_PIXELS)
                .title(title)
                .xAxisTitle("sweep")
                .yAxisTitle("plaquette")
                .build();
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        XYSeries history = chart.addSeries("plaquette", sweeps, plaquettes);
        history.setMarker(SeriesMarkers.NONE).setLineColor(Color.BLUE);
        if (result.published() != null) {
            double value = result.published().plaquette();
            double[] ends = {0, Math.max(1, sweeps.length - 1)};
            XYSeries published = chart.addSeries(result.published().source(), ends, new double[] {value, value});
            published.setMarker(SeriesMarkers.NONE).setLineColor(Color.GRAY).setLineStyle(SeriesLines.DASH_DASH);
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", out);
        }
    }
}
