package org.sennit.examples.qmp.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {
    private static final List<SweepRecord> RECORDS = List.of(
            new SweepRecord(0, 0.5, 0.75, 2_000_000, 500_000, 250_000), new SweepRecord(1, 0.25, 1, 1_500_000, 0, 0));

    @TempDir
    Path folder;

    @Test
    void theTableHasALineForEachSweep() throws IOException {
        Path file = folder.resolve("history.csv");
        HistoryFiles.writeCsv(file, RECORDS);
        List<String> lines = Files.readAllLines(file);
        assertEquals(
                "sweep,plaquette,acceptance,milliseconds,communication_milliseconds,waiting_milliseconds",
                lines.getFirst());
        assertEquals(3, lines.size());
        String[] values = lines.get(1).split(",");
        assertEquals(0.5, Double.parseDouble(values[1]));
        assertEquals(
                "0.750000,2.000,0.500,0.250",
                String.join(",", Arrays.asList(values).subList(2, 6)));
    }

    @Test
    void thePlotIsAPicture() throws IOException {
        System.setProperty("java.awt.headless", "true");
        Path file = folder.resolve("history.png");
        Published published = new Published(0.4, "known", 0.001);
        Su3Result result = new Su3Result(RECORDS, new Average(0.375, 0.1), published, 0, new int[] {1, 1, 1, 1}, 0, 0);
        HistoryFiles.writePlot(file, "a title", result);
        assertTrue(ImageIO.read(file.toFile()).getWidth() > 100, "width");
    }

    @Test
    void saysWhereNothingCanBeWritten() {
        assertNull(HistoryFiles.whyNotTo(null));
        assertNull(HistoryFiles.whyNotTo(folder.resolve("new.csv")));
        assertTrue(HistoryFiles.whyNotTo(folder).endsWith("cannot be written there"));
        assertTrue(HistoryFiles.whyNotTo(folder.resolve("none/new.csv")).endsWith("cannot be written there"));
    }
}
