package org.sennit.internal.runtime.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
    @TempDir
    private Path folder;

    private void write(Path part, String... events) throws IOException {
        try (TraceFile file = new TraceFile(part)) {
            for (String event : events) {
                file.append(event);
            }
        }
    }

    @Test
    void movesTheEventsOfAProcessWhoseClockIsAhead() throws IOException {
        Path whole = folder.resolve("trace");
        write(TraceFile.partOf(whole, 0), "{\"ph\":\"X\",\"ts\":17.250,\"dur\":1.000}");
        write(
                TraceFile.partOf(whole, 1),
                "{\"ph\":\"M\",\"name\":\"rank 1\"}",
                "{\"ph\":\"s\",\"name\":\"a \\\"ts\\\":3\",\"ts\":9000017.251,\"id\":\"7\"}",
                "{\"ph\":\"X\",\"ts\":9000020.000,\"dur\":2.000}");
        TraceFile.merge(whole, 2, process -> hostNs -> process * 9_000_000_001L);
        assertEquals(
                List.of(
                        "[",
                        "{\"ph\":\"X\",\"ts\":17.250,\"dur\":1.000},",
                        "{\"ph\":\"M\",\"name\":\"rank 1\"},",
                        "{\"ph\":\"s\",\"name\":\"a \\\"ts\\\":3\",\"ts\":17.250,\"id\":\"7\"},",
                        "{\"ph\":\"X\",\"ts\":19.999,\"dur\":2.000}",
                        "]"),
                Files.readAllLines(whole));
        assertFalse(Files.exists(TraceFile.partOf(whole, 1)));
    }

    @Test
    void movesEventsForwardWhereTheClockIsBehind() throws IOException {
        Path whole = folder.resolve("trace");
        write(TraceFile.partOf(whole, 0), "{\"ph\":\"X\",\"ts\":17.250,\"dur\":1.000}");
        TraceFile.merge(whole, 1, process -> hostNs -> -1_000_000);
        assertEquals(
                "{\"ph\":\"X\",\"ts\":1017.250,\"dur\":1.000}",
                Files.readAllLines(whole).get(1));
    }

    @Test
    void movesEachEventByWhatTheClockWasAheadThen() throws IOException {
        Path whole = folder.resolve("trace");
        write(TraceFile.partOf(whole, 0), "{\"ph\":\"X\",\"ts\":1000.000}", "{\"ph\":\"X\",\"ts\":2000.000}");
        TraceFile.merge(whole, 1, process -> hostNs -> hostNs / 10_000);
        assertEquals(
                List.of("[", "{\"ph\":\"X\",\"ts\":999.900},", "{\"ph\":\"X\",\"ts\":1999.800}", "]"),
                Files.readAllLines(whole));
    }
}
