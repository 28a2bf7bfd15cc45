package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.internal.runtime.trace.TraceFile;
import org.sennit.internal.runtime.trace.TraceOptions;

/** Parts that are not as a process that ends leaves them. */
class JobPartsTest {
    private static final JobHosts NO_HOSTS = new JobHosts(null);

    /** Returns the parts of a profile of which a process has written a line without its end, when it was killed. */
    static JobParts withCutProfile(TemporaryFolder folder) throws IOException {
        Options options = Options.defaults().with(TraceOptions.PROFILE, true, "test");
        JobParts parts = JobParts.of(options, 2, folder);
        Files.writeString(folder.path().resolve("profile/part0"), "0\tsend\tA.java:1\t1\timmediate\t1\t8\t100\t");
        return parts;
    }

    private static JobParts withTrace(Path trace) throws IOException {
        return JobParts.of(Options.defaults().with(TraceOptions.TRACE, trace.toString(), "test"), 2, null);
    }

    @Test
    void aCutLineOfAProfileIsSaid(@TempDir Path parent) throws IOException {
        try (TemporaryFolder folder = TemporaryFolder.make(parent, "test-")) {
            String text = withCutProfile(folder).finish(NO_HOSTS);
            assertTrue(text.startsWith("sennit: profile or trace is not complete: "), text);
        }
    }

    @Test
    void aTraceThatCannotBeReadIsSaid(@TempDir Path folder) throws IOException {
        Path trace = folder.resolve("trace");
        JobParts parts = withTrace(trace);
        Files.createDirectory(TraceFile.partOf(trace, 0));
        String text = parts.finish(NO_HOSTS);
        assertTrue(text.startsWith("sennit: profile or trace is not complete: "), text);
    }

    @Test
    void aTraceIsPutTogetherWithoutAnEventThatIsCutInsideACharacter(@TempDir Path folder) throws IOException {
        Path trace = folder.resolve("trace");
        JobParts parts = withTrace(trace);
        byte[] part =
                "[\n{\"ph\":\"X\",\"name\":\"grün\"},\n{\"ph\":\"X\",\"name\":\"grü".getBytes(StandardCharsets.UTF_8);
        Files.write(TraceFile.partOf(trace, 0), Arrays.copyOf(part, part.length - 1));
        assertEquals("", parts.finish(NO_HOSTS));
        assertEquals(List.of("[", "{\"ph\":\"X\",\"name\":\"grün\"}", "]"), Files.readAllLines(trace));
    }
}
