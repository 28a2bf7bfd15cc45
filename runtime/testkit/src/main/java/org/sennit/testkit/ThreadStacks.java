package org.sennit.testkit;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The stacks of all threads of this JVM as text, virtual threads included. From any thread; takes milliseconds and
 * stops the world.
 *
 * <p>Surprises: a JVM 25.0.3 can crash in it where virtual threads come and go at that moment (a null pointer in
 * GetThreadSnapshotClosure::do_thread). So what must not be lost is printed before.
 */
public final class ThreadStacks {
    private ThreadStacks() {}

    /**
     * Reads all stacks.
     *
     * @return the text, in the JDK's plain format
     */
    public static String ofAllThreads() {
        try {
            Path folder = Files.createTempDirectory("sennit-stacks");
            Path file = folder.resolve("stacks.txt").toAbsolutePath();
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the stacks cannot be written to the temporary folder", e);
        }
    }
}
