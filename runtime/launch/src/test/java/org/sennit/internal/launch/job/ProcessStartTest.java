package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

@EnabledOnOs(OS.LINUX)
class ProcessStartTest {
    private static final String SOURCE = "$SENNIT_JOB_SECRET_SOURCE";

    private static Process start(String script, TemporaryFolder folder) throws IOException {
        return ProcessStart.start(
                List.of("sh", "-c", script), Map.of(), null, new byte[16], ProcessStart.Input.INHERITED, folder);
    }

    /** As where the disk with the temporary folder is full. */
    @Test
    void takesSharedMemoryWhereTheSecretCannotBeWrittenIntoTheFolder(@TempDir Path parent) throws Exception {
        assertEquals("job.secret.source", JobOptions.SECRET_SOURCE.name());
        TemporaryFolder gone = TemporaryFolder.make(parent, "test-");
        gone.close();
        Process process = start("cat \"" + SOURCE + "\"; rm \"" + SOURCE + "\"; echo " + SOURCE, gone);
        List<String> lines = process.inputReader().lines().toList();
        assertEquals(0, process.waitFor());
        assertEquals("00".repeat(16), lines.getFirst());
        assertTrue(lines.getLast().startsWith("/dev/shm/sennit-secret-"), lines::toString);
    }

    @Test
    void leavesNoFileOfAProcessThatCannotBeStarted(@TempDir Path parent) throws Exception {
        try (TemporaryFolder folder = TemporaryFolder.make(parent, "test-")) {
            assertThrows(
                    IOException.class,
                    () -> ProcessStart.start(
                            List.of("/no/such/program"),
                            Map.of(),
                            null,
                            new byte[16],
                            ProcessStart.Input.INHERITED,
                            folder));
            assertEquals(0, folder.path().toFile().list((any, name) -> name.startsWith("sennit-secret-")).length);
        }
    }
}
