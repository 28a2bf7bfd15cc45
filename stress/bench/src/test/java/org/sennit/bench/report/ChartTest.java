package org.sennit.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;

class ChartTest {

    @TempDir
    private Path folder;

    private static TableRow row(long sizeBytes, double ns, Speed speed) {
        return new TableRow(
                sizeBytes,
                new Summary(1, ns, ns, ns),
                Summary.NONE,
                30,
                30,
                speed,
                List.of(new PeerFigure("ompi", sizeBytes, new Summary(1, ns, ns, ns), Speed.NEAR)));
    }

    @Test
    void drawsRowsOfOneSpeedAndLeavesTheOthersOut() throws Exception {
        Path file = folder.resolve("a.png");
        List<TableRow> rows = List.of(
                row(0, 100, Speed.NEAR), row(8, 110, Speed.NEAR), row(64, 120, Speed.NEAR), row(128, 9e9, Speed.FAR));
        assertTrue(Chart.write(file, "test", Metric.TIME, rows));
        assertTrue(ImageIO.read(file.toFile()).getWidth() > 100);
    }

    @Test
    void saysBeforehandWhereItCannotDraw() {
        assertNull(Chart.whyNotTo(folder.resolve("c.png")));
        assertNull(Chart.whyNotTo(Path.of("c.png")));
        assertTrue(Chart.whyNotTo(folder.resolve("none").resolve("c.png")).startsWith("there is no folder "));
        assertEquals("it is a folder", Chart.whyNotTo(folder));
    }

    @Test
    void drawsNothingWhereThereIsNothing() {
        Path file = folder.resolve("b.png");
        assertFalse(Chart.write(file, "test", Metric.TIME, List.of(row(0, 100, Speed.NEAR))));
        assertFalse(Files.exists(file));
    }
}
