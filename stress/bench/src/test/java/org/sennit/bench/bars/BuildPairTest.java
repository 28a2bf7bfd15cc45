package org.sennit.bench.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.report.Report;
import org.sennit.bench.report.TableRow;
import org.sennit.testkit.Deadline;

/** Two builds by turns, where a build is a command that copies a table to the file that it is asked for. */
@Deadline(seconds = 60)
class BuildPairTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private static TableRow row(long sizeBytes, double medianNs, Speed speed) {
        return new TableRow(
                sizeBytes, new Summary(10, medianNs, medianNs, medianNs), Summary.NONE, 50, 50, speed, List.of());
    }

    /** A launcher whose tables are the given ones, the last one again and again. */
    private List<String> build(String name, List<List<TableRow>> tables) throws IOException {
        Path calls = folder.resolve(name + ".calls");
        for (int i = 0; i < tables.size(); i++) {
            Report.writeRows(folder.resolve(name + i), Map.of(), tables.get(i));
        }
        String script = "echo \"$*\" >> " + calls + "; n=$(wc -l < " + calls + "); [ $n -le " + tables.size()
                + " ] || n=" + tables.size() + "; for last; do :; done; cp " + folder.resolve(name)
                + "$((n - 1)) \"$last\"";
        return List.of("sh", "-c", script, "sennit");
    }

    private double worst(List<String> own, List<String> other, int rounds) throws InterruptedException {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return new BuildPair(own, other, out).worst(List.of("latency", "--sizes", "8,64"), rounds);
    }

    @Test
    void theWorstSizeCounts() throws IOException, InterruptedException {
        List<String> own = build("own", List.of(List.of(row(8, 100, Speed.NEAR), row(64, 330, Speed.NEAR))));
        List<String> other = build("other", List.of(List.of(row(8, 200, Speed.NEAR), row(64, 300, Speed.NEAR))));
        assertEquals(1.1, worst(own, other, 3), 1e-9);
        String calls = Files.readString(folder.resolve("own.calls"));
        assertEquals(3, calls.lines().count());
        assertTrue(calls.startsWith("bench latency --sizes 8,64 --peers none --json "), calls);
        assertTrue(printed.toString(StandardCharsets.UTF_8).contains("0.500"), printed::toString);
    }

    @Test
    void pairsAtDifferentSpeedsDoNotCountWhereThereAreOthers() throws IOException, InterruptedException {
        List<String> own = build("own", List.of(List.of(row(8, 900, Speed.FAR)), List.of(row(8, 102, Speed.NEAR))));
        List<String> other = build("other", List.of(List.of(row(8, 100, Speed.NEAR))));
        assertEquals(1.02, worst(own, other, 2), 1e-9);
    }

    @Test
    void aBuildThatFailsIsAnError() throws IOException {
        List<String> own = build("own", List.of(List.of(row(8, 100, Speed.NEAR))));
        assertFalse(assertThrows(NoTableException.class, () -> worst(own, List.of("false"), 1))
                .isOwn());
        assertTrue(assertThrows(NoTableException.class, () -> worst(List.of("false"), own, 1))
                .isOwn());
    }
}
