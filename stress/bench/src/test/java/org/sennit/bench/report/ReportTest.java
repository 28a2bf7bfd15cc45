package org.sennit.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

class ReportTest {

    @TempDir
    private Path folder;

    @Test
    void readsBackTheRowsThatItWrote() throws IOException {
        TableRow row = new TableRow(
                8,
                new Summary(100, 80.25, 60, 200),
                Summary.NONE,
                30.5,
                31,
                Speed.FAR,
                List.of(new PeerFigure("ompi", 8, new Summary(1, 100, 100, 100), Speed.NEAR)),
                List.of(new PeerFigure("send-8B", 8, new Summary(9, 70, 60, 90), Speed.FAR)));
        Path file = folder.resolve("rows.json");
        Report.writeRows(file, Map.of("benchmark", "latency"), List.of(row));
        assertEquals(List.of(row), Report.readRows(file));
        assertTrue(Files.readString(file).contains("\"benchmark\" : \"latency\""));
    }

    @Test
    void readsBackARowThatNoProbeStandsBeside() {
        TableRow row = new TableRow(
                8,
                new Summary(100, 80.25, 60, 200),
                Summary.NONE,
                Double.NaN,
                Double.NaN,
                Speed.MIXED,
                List.of(),
                List.of());
        Path file = folder.resolve("alone.json");
        Report.writeRows(file, Map.of("benchmark", "barrier"), List.of(row));
        assertEquals(List.of(row), Report.readRows(file));
    }

    @Test
    void readsBackTheFiguresOfPeers() {
        List<PeerFigure> figures =
                List.of(new PeerFigure("mpich-tuned", 1 << 20, new Summary(1, 26_000, 25_000, 40_000), Speed.MIXED));
        Path file = folder.resolve("peers.json");
        Report.writePeers(file, figures);
        assertEquals(figures, Report.readPeers(file));
    }
}
