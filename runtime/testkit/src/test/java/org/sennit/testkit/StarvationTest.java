package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Threads are starved while it lasts, and none afterwards. */
@EnabledOnOs(OS.LINUX)
@Deadline(seconds = 60)
class StarvationTest {
    private static final int POLICY = 38; // its place behind the name of the thread, see proc_pid_stat(5)
    private static final String IDLE = "5";

    @Test
    void starvesThreadsUntilItIsClosed() throws IOException {
        assumeTrue(System.getProperty(ShareExtension.STARVE, "").isBlank(), "the run itself starves threads");
        assumeTrue(idle().isEmpty(), "the whole run has what is left of the processor");
        Set<Long> starved = new TreeSet<>();
        try (Starvation starvation = begun()) {
            assumeTrue(starvation != null, "no right to raise priorities");
            while (starved.isEmpty()) {
                starved.addAll(idle());
            }
        }
        assertTrue(!starved.isEmpty());
        assertEquals(Set.of(), idle());
    }

    private static Starvation begun() {
        try {
            return new Starvation(1);
        } catch (UnsupportedOperationException e) {
            return null;
        }
    }

    /** Returns the threads of this JVM that run on an idle processor only. */
    private static Set<Long> idle() throws IOException {
        Set<Long> ids = new TreeSet<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                try {
                    String stat = Files.readString(task.resolve("stat"));
                    if (stat.substring(stat.lastIndexOf(')') + 2)
                            .split(" ")[POLICY]
                            .equals(IDLE)) {
                        ids.add(Long.valueOf(task.getFileName().toString()));
                    }
                } catch (IOException e) {
                    continue; // it has ended meanwhile
                }
            }
        }
        return ids;
    }
}
