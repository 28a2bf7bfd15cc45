package org.sennit.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

class TableTest {

    private static final Summary TIME = new Summary(100, 80, 60, 200);
    private static final Summary FLOOR = new Summary(100, 50, 48, 90);

    @Test
    void startsWithCommentLinesThenHasSizeAndValueFirst() {
        List<String> lines = printed(Metric.TIME, row(Speed.NEAR, List.of()), List.of());
        assertEquals("# Sennit Latency Test", lines.get(0));
        assertEquals("# a note", lines.get(1));
        assertEquals(
                "# Size          Latency (us)         Floor         Ratio          Best           p99         Speed",
                lines.get(2));
        assertArrayEquals(
                new String[] {"8", "0.080", "0.050", "1.60", "0.060", "0.200", "near"},
                lines.get(3).split("\\s+"));
    }

    @Test
    void givesBandwidthAsAShareOfTheFloor() {
        TableRow row = new TableRow(
                1 << 20,
                new Summary(10, 200_000, 190_000, 300_000),
                new Summary(10, 160_000, 1, 1),
                30,
                30,
                Speed.NEAR,
                List.of());
        String[] fields = printed(Metric.BANDWIDTH, row, List.of()).get(3).split("\\s+");
        assertEquals("5242.88", fields[1]);
        assertEquals("0.80", fields[3]);
    }

    @Test
    void marksAPeerThatRanAtAnotherSpeedAndLeavesOutOneThatDidNotRun() {
        List<PeerFigure> peers = List.of(
                new PeerFigure("ompi", 8, new Summary(1, 100, 100, 100), Speed.NEAR),
                new PeerFigure("mpich", 8, new Summary(1, 560, 560, 560), Speed.FAR));
        String line = printed(Metric.TIME, row(Speed.NEAR, peers), List.of("ompi", "mpich", "other"))
                .get(3);
        assertTrue(line.matches(".*near +0\\.100 +0\\.560\\* +-"), line);
    }

    @Test
    void printsADashWithoutAFloor() {
        TableRow row = new TableRow(0, TIME, Summary.NONE, 30, 30, Speed.NEAR, List.of());
        assertTrue(printed(Metric.TIME, row, List.of()).get(3).matches("0 +0\\.080 +- +- .*"));
    }

    private static TableRow row(Speed speed, List<PeerFigure> peers) {
        return new TableRow(8, TIME, FLOOR, 30, 31, speed, peers);
    }

    private static List<String> printed(Metric metric, TableRow row, List<String> peers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Table table = new Table(new PrintStream(bytes, true, StandardCharsets.UTF_8), metric, "Latency", peers);
        table.header("Sennit Latency Test", List.of("a note"));
        table.row(row);
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
