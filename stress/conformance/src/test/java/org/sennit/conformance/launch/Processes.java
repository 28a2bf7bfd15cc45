package org.sennit.conformance.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks at processes. */
final class Processes {

    private Processes() {}

    /** Whether a process runs; a zombie does not. */
    static boolean isRunning(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException goneMeanwhile) {
            return Files.notExists(Path.of("/proc/self"));
        }
    }

    /** Waits until a process runs no more; the test's deadline bounds it. */
    static void awaitEnd(ProcessHandle process) {
        while (isRunning(process)) {
            Thread.yield();
        }
    }
}
