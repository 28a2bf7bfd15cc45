package org.sennit.bench.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.report.TableRow;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class BenchmarkProgramTest {

    @ParameterizedTest
    @EnumSource(Benchmark.class)
    void measuresEverySizeBesideItsFloor(Benchmark benchmark) {
        List<TableRow> rows = run(benchmark, Plan.MemoryKind.ARRAY, false, Map.of());
        assertEquals(
                List.of(8L, 1L << 16), rows.stream().map(TableRow::sizeBytes).toList());
        for (TableRow row : rows) {
            assertTrue(row.time().medianNs() > 0, row.toString());
            assertTrue(row.floor().medianNs() > 0, row.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Benchmark.class,
            names = {"LATENCY", "PERSISTENT", "ALLREDUCE"})
    void measuresFreshMemoryOffTheHeap(Benchmark benchmark) {
        assertEquals(2, run(benchmark, Plan.MemoryKind.SEGMENT, true, Map.of()).size());
    }

    @ParameterizedTest
    @EnumSource(
            value = Plan.MemoryKind.class,
            names = {"ARRAY", "SEGMENT"})
    void exchangesFacesOfALatticeInAllDirectionsBesideChannelsAndTheLoop(Plan.MemoryKind memory) {
        Map<Setting, String> settings = Map.of(Setting.DIRECTIONS, "8", Setting.LAYOUT, Setting.STRIDED);
        for (TableRow row : run(Benchmark.PERSISTENT, memory, false, settings)) {
            assertEquals(
                    List.of(Benchmark.DECLARED, Benchmark.SEPARATE, Benchmark.ONE_BY_ONE, Benchmark.BY_HAND),
                    row.beside().stream().map(PeerFigure::peer).toList());
            assertTrue(row.beside().stream().allMatch(each -> each.time().medianNs() > 0), row.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(Synchronization.class)
    void completesAccessesInEveryWay(Synchronization how) {
        // Both ways, so that both ranks are origins and targets.
        Benchmark benchmark = how.isActive() ? Benchmark.PUT_BI_BANDWIDTH : Benchmark.PUT;
        for (TableRow row : run(benchmark, Plan.MemoryKind.SEGMENT, false, Map.of(Setting.SYNC, how.word()))) {
            assertTrue(row.time().medianNs() > 0, row.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"array", "segment", "dynamic"})
    void measuresAccessesToMemoryOfTheUser(String exposed) {
        for (Benchmark benchmark : List.of(Benchmark.PUT, Benchmark.GET, Benchmark.ACCUMULATE)) {
            for (TableRow row : run(benchmark, Plan.MemoryKind.ARRAY, false, Map.of(Setting.EXPOSED, exposed))) {
                assertTrue(row.time().medianNs() > 0, row.toString());
            }
        }
    }

    @Test
    void measuresMessagesFromTwoKindsOfMemoryInOneTable() {
        for (TableRow row : run(Benchmark.LATENCY, Plan.MemoryKind.ARRAY, false, Map.of(Setting.BESIDE, "segment"))) {
            assertEquals("segment", row.beside().getFirst().peer());
            assertTrue(row.beside().getFirst().time().medianNs() > 0, row.toString());
        }
    }

    @Test
    void measuresABroadcastOfOneRootAndHowMuchOfItAComputationHides() {
        Map<Setting, String> settings = Map.of(Setting.ROOT, Setting.FIXED_ROOT, Setting.CALL, Setting.NONBLOCKING);
        for (TableRow row : run(Benchmark.BROADCAST, Plan.MemoryKind.ARRAY, false, settings)) {
            assertEquals(
                    List.of(Benchmark.OVERALL, Benchmark.OVERLAP),
                    row.beside().stream().map(PeerFigure::peer).toList());
            double percent = row.beside().getLast().time().medianNs();
            assertTrue(percent >= 0 && percent <= 100, row.toString());
        }
    }

    private static List<TableRow> run(
            Benchmark benchmark, Plan.MemoryKind memory, boolean isFresh, Map<Setting, String> settings) {
        Plan usual = Plan.of(benchmark, List.of(8L, 1L << 16));
        Plan few = new Plan(
                benchmark,
                usual.sizesBytes(),
                2,
                3,
                isFresh,
                memory,
                Network.BEST,
                4,
                Plan.ANY_SPEED,
                1,
                "",
                "",
                "",
                false,
                false,
                settings);
        List<TableRow> rows = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Job.run(2, new BenchmarkProgram(few, new PrintStream(out, true, StandardCharsets.UTF_8), rows::add));
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(benchmark.title(), lines.getFirst().substring(2));
        assertEquals(
                rows.size(),
                lines.stream().filter(line -> !line.startsWith("#")).count());
        return rows;
    }
}
