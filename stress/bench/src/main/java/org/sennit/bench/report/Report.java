package org.sennit.bench.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

/**
 * Rows and peers' figures as JSON, there and back. All times in ns.
 *
 * <p>Stateless; any thread.
 */
public final class Report {
    private Report() {}

    /**
     * Writes rows with what describes the run.
     *
     * @param file replaced
     * @param about facts of the run: benchmark, JDK, flags, placement
     * @param rows the figures
     * @throws UncheckedIOException where the file cannot be written
     */
    public static void writeRows(Path file, Map<String, Object> about, List<TableRow> rows) {
        Map<String, Object> all = new LinkedHashMap<>(about);
        all.put("rows", rows.stream().map(Report::mapOfRow).toList());
        write(file, all);
    }

    /**
     * Reads rows back.
     *
     * @param file written by {@link #writeRows}
     * @throws UncheckedIOException where the file cannot be read
     */
    public static List<TableRow> readRows(Path file) {
        List<TableRow> rows = new ArrayList<>();
        for (Object entry : (List<?>) read(file).get("rows")) {
            rows.add(rowOf((Map<?, ?>) entry));
        }
        return rows;
    }

    /**
     * Writes peers' figures.
     *
     * @param file replaced
     * @throws UncheckedIOException where the file cannot be written
     */
    public static void writePeers(Path file, List<PeerFigure> figures) {
        write(file, Map.of("peers", figures.stream().map(Report::mapOfPeer).toList()));
    }

    /**
     * Reads peers' figures back.
     *
     * @param file written by {@link #writePeers}
     * @throws UncheckedIOException where the file cannot be read
     */
    public static List<PeerFigure> readPeers(Path file) {
        return peersOf(read(file), "peers");
    }

    private static Map<String, Object> mapOfRow(TableRow row) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sizeBytes", row.sizeBytes());
        map.put("time", mapOfSummary(row.time()));
        map.put("floor", mapOfSummary(row.floor()));
        map.put("probeBeforeNs", row.probeBeforeNs());
        map.put("probeAfterNs", row.probeAfterNs());
        map.put("speed", row.speed().word());
        map.put("peers", row.peers().stream().map(Report::mapOfPeer).toList());
        map.put("beside", row.beside().stream().map(Report::mapOfPeer).toList());
        return map;
    }

    private static Map<String, Object> mapOfPeer(PeerFigure figure) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("peer", figure.peer());
        map.put("sizeBytes", figure.sizeBytes());
        map.put("time", mapOfSummary(figure.time()));
        map.put("speed", figure.speed().word());
        return map;
    }

    private static Map<String, Object> mapOfSummary(Summary summary) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", summary.count());
        if (summary.count() > 0) {
            map.put("medianNs", summary.medianNs());
            map.put("bestNs", summary.bestNs());
            map.put("p99Ns", summary.p99Ns());
        }
        return map;
    }

    private static TableRow rowOf(Map<?, ?> map) {
        return new TableRow(
                number(map, "sizeBytes").longValue(),
                summaryOf(map, "time"),
                summaryOf(map, "floor"),
                number(map, "probeBeforeNs").doubleValue(),
                number(map, "probeAfterNs").doubleValue(),
                Speed.ofWord((String) map.get("speed")),
                peersOf(map, "peers"),
                peersOf(map, "beside"));
    }

    private static List<PeerFigure> peersOf(Map<?, ?> map, String key) {
        List<PeerFigure> figures = new ArrayList<>();
        for (Object entry : (List<?>) map.get(key)) {
            Map<?, ?> figure = (Map<?, ?>) entry;
            figures.add(new PeerFigure(
                    (String) figure.get("peer"),
                    number(figure, "sizeBytes").longValue(),
                    summaryOf(figure, "time"),
                    Speed.ofWord((String) figure.get("speed"))));
        }
        return figures;
    }

    private static Summary summaryOf(Map<?, ?> map, String key) {
        Map<?, ?> summary = (Map<?, ?>) map.get(key);
        if (number(summary, "count").longValue() == 0) {
            return Summary.NONE;
        }
        return new Summary(
                number(summary, "count").longValue(),
                number(summary, "medianNs").doubleValue(),
                number(summary, "bestNs").doubleValue(),
                number(summary, "p99Ns").doubleValue());
    }

    /** Returns a number; one that JSON does not have, such as NaN, is written as a text. */
    private static Number number(Map<?, ?> map, String key) {
        Object value = map.get(key);
        return value instanceof String text ? Double.valueOf(text) : (Number) value;
    }

    private static void write(Path file, Map<String, Object> map) {
        try {
            JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).write(map, file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> read(Path file) {
        try {
            return JSON.std.mapFrom(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
