package org.sennit.bench.onesided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Job;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.program.Network;
import org.sennit.bench.report.PeerFigure;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class TargetDelayTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void timesEachAccessToATargetThatWaitsAndToOneThatComputes() {
        assertTrue(measure(true) >= 0);
        assertEquals(
                List.of("put", "get", "lock", "accumulate", "fetch-and-op", "amsend"),
                rows().stream().map(line -> line.split(" ")[0]).toList());
        assertTrue(rows().stream().noneMatch(line -> line.contains(" - ")), rows().toString());
    }

    @Test
    void timesAccessesToAnArray() {
        DelayPlan plan = new DelayPlan(true, true, 20);
        assertEquals(plan, DelayPlan.of(plan.arguments().toArray(String[]::new)));
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        assertTrue(delayNs(plan, List.of(), out) >= 0);
        assertTrue(
                bytes.toString(StandardCharsets.UTF_8).startsWith("# single accesses of 8 B to an array, us, one JVM"));
        assertEquals(6, rows().size());
    }

    @Test
    void aTargetThatOnlyWaitsDelaysNothing() {
        assertTrue(Double.isNaN(measure(false)));
        assertTrue(rows().stream().allMatch(line -> line.endsWith(" -")), rows().toString());
    }

    @Test
    void measuresNothingWhileACompilerWorks(@TempDir Path folder) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger warmUps = new AtomicInteger();
        Supplier<LongPredicate> threeTimes = () -> {
            warmUps.incrementAndGet();
            AtomicInteger left = new AtomicInteger(3);
            return _ -> {
                asked.incrementAndGet();
                return left.getAndDecrement() > 0;
            };
        };
        Path result = folder.resolve("result");
        Job.run(2, new DelayProgram(new DelayPlan(true, false, 20), result, threeTimes));
        int kinds = Files.readAllLines(result).size();
        assertEquals(2 * 2 * kinds, warmUps.get(), "of two endpoints, for a target that waits and one that computes");
        assertEquals(4 * warmUps.get(), asked.get());
    }

    @Test
    void thePeersStandInTheSameTable() {
        List<PeerFigure> waiting = List.of(figure(0, 250), figure(4, 1_500));
        measure(false, List.of(new PeerDelays("peer", waiting, List.of(figure(4, 2e9)))));
        assertTrue(bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .anyMatch(line -> line.matches("# Access .* peer +busy")));
        assertTrue(row("put").endsWith(" 0.250              -"), row("put"));
        assertTrue(row("get").endsWith(" -              -"), row("get"));
        assertTrue(row("fetch-and-op").endsWith(" 1.500    2000000.000"), row("fetch-and-op"));
    }

    private static PeerFigure figure(long kind, double medianNs) {
        return new PeerFigure("peer", kind, new Summary(1, medianNs, medianNs, medianNs), Speed.NEAR);
    }

    private String row(String name) {
        return rows().stream()
                .filter(line -> line.startsWith(name + " "))
                .findFirst()
                .orElseThrow();
    }

    private double measure(boolean isBusy) {
        return measure(isBusy, List.of());
    }

    private double measure(boolean isBusy, List<PeerDelays> ofPeers) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return delayNs(new DelayPlan(isBusy, false, 20), ofPeers, out);
    }

    private static double delayNs(DelayPlan plan, List<PeerDelays> ofPeers, PrintStream out) {
        return new TargetDelay(1, Network.BEST, plan, ofPeers, out, line -> fail(line)).longestDelayNs();
    }

    private List<String> rows() {
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }
}
