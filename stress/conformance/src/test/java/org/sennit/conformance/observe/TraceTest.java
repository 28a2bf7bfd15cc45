package org.sennit.conformance.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.testkit.Deadline;

/** A trace is JSON that Perfetto reads, with a track for each rank and one arrow for each message. */
@Deadline(seconds = 90)
class TraceTest {
    @TempDir
    private Path folder;

    @Test
    void everyMessageInOneJvmHasOneArrow() throws IOException {
        Path file = folder.resolve("one.json");
        Options options = Options.fromEnvironment().with(TraceOptions.TRACE, file.toString(), "the test");
        Job.run(WatchedProgram.RANKS, options, WatchedProgram::run);
        check(events(file), 1);
    }

    @Test
    void everyMessageBetweenTwoJvmsHasOneArrow() throws IOException {
        Path file = folder.resolve("two.json");
        LaunchedJob job = LaunchedJob.of(WatchedProgram.class, 2, TraceOptions.TRACE, file.toString());
        assertEquals(0, job.exitStatus(), job::err);
        check(events(file), 2);
        try (var left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList(), "the parts are gone");
        }
    }

    @Test
    void everyMessageBetweenTwoHostsHasOneArrow() throws IOException {
        Path file = folder.resolve("hosts.json");
        LaunchedJob job = LaunchedJob.onHosts(WatchedProgram.class, 2, TraceOptions.TRACE, file.toString());
        assertEquals(0, job.exitStatus(), job::err);
        assertEquals("", job.err());
        check(events(file), 2);
        try (var left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList(), "the parts are gone");
        }
    }

    @Test
    void aJobThatIsKilledOnItsHostsLeavesAValidTrace() throws IOException {
        Path file = folder.resolve("killed.json");
        LaunchedJob job = LaunchedJob.onHosts(KilledProgram.class, 1, TraceOptions.TRACE, file.toString());
        assertNotEquals(0, job.exitStatus());
        List<Map<String, Object>> events = events(file);
        assertTrue(events.size() > 1_000, () -> events.size() + " events");
    }

    @Test
    void aKilledJobLeavesAValidTrace() throws IOException {
        Path file = folder.resolve("killed.json");
        LaunchedJob job = LaunchedJob.of(KilledProgram.class, 1, TraceOptions.TRACE, file.toString());
        assertNotEquals(0, job.exitStatus());
        List<Map<String, Object>> events = events(file);
        assertTrue(events.size() > 1_000, () -> events.size() + " events");
    }

    @Test
    void aTraceIsCutWhereTheOptionSays() throws IOException {
        Path file = folder.resolve("cut.json");
        Options options = Options.fromEnvironment()
                .with(TraceOptions.TRACE, file.toString(), "the test")
                .with(TraceOptions.TRACE_EVENTS, 10, "the test");
        Job.run(WatchedProgram.RANKS, options, WatchedProgram::run);
        long kept = events(file).stream()
                .filter(event -> !event.get("ph").equals("M"))
                .count();
        assertEquals(10 * WatchedProgram.RANKS, kept);
    }

    private static List<Map<String, Object>> events(Path file) throws IOException {
        return JSON.std.listFrom(file.toFile()).stream().map(TraceTest::typed).toList();
    }

    @SuppressWarnings("unchecked") // names of JSON are texts
    private static Map<String, Object> typed(Object event) {
        return (Map<String, Object>) event;
    }

    private static void check(List<Map<String, Object>> events, int processes) {
        Map<Object, Map<String, Object>> starts = new HashMap<>();
        Map<Object, Map<String, Object>> ends = new HashMap<>();
        Set<Object> tracks = new HashSet<>();
        Set<Object> pids = new HashSet<>();
        Set<Object> operations = new HashSet<>();
        for (Map<String, Object> event : events) {
            tracks.add(event.get("tid"));
            pids.add(event.get("pid"));
            switch ((String) event.get("ph")) {
                case "s" -> assertNull(starts.put(event.get("id"), event), "two arrows of one name");
                case "f" -> assertNull(ends.put(event.get("id"), event), "two ends of one arrow");
                case "X" -> operations.add(event.get("name"));
                default -> assertEquals("M", event.get("ph"));
            }
        }
        assertEquals(WatchedProgram.RANKS, tracks.size());
        assertEquals(processes, pids.size());
        assertEquals(starts.keySet(), ends.keySet());
        assertEquals(WatchedProgram.MESSAGES, starts.size());
        starts.forEach((id, start) -> assertTrue(time(start) <= time(ends.get(id)), () -> "backwards: " + id));
        assertTrue(
                operations.containsAll(
                        Set.of("send", "receive", "nonblocking().send", "await", "barrier", "allreduce")),
                operations::toString);
        assertFalse(operations.contains("post"), operations::toString);
        everyArrowIsBoundToASlice(events);
    }

    private static void everyArrowIsBoundToASlice(List<Map<String, Object>> events) {
        Map<Object, Set<Double>> sliceBegins = new HashMap<>();
        for (Map<String, Object> event : events) {
            if (event.get("ph").equals("X")) {
                sliceBegins
                        .computeIfAbsent(event.get("tid"), track -> new HashSet<>())
                        .add(time(event));
            }
        }
        for (Map<String, Object> event : events) {
            if (event.get("ph").equals("s") || event.get("ph").equals("f")) {
                assertTrue(sliceBegins.get(event.get("tid")).contains(time(event)), event::toString);
            }
        }
    }

    private static double time(Map<String, Object> event) {
        return ((Number) event.get("ts")).doubleValue();
    }
}
