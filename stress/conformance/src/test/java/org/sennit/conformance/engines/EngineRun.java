package org.sennit.conformance.engines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.sennit.conformance.Interruptible;
import org.sennit.testkit.Deadlines;

/** A job that an engine runs. What it prints goes to one text. One thread. */
final class EngineRun implements AutoCloseable {
    private static final long LIMIT_NS = Deadlines.ns(90);

    private final String mark = "-Dengines.test=" + UUID.randomUUID();
    private final Process process;
    private final BufferedReader reader;
    private final StringBuilder text = new StringBuilder();

    /**
     * Starts it.
     *
     * @param engine the engine's command
     * @param environment more variables
     * @param program main class and arguments
     */
    EngineRun(List<String> engine, Map<String, String> environment, List<String> program) throws IOException {
        List<String> command = new ArrayList<>(engine);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                mark,
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(Interruptible.of(command)).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        process = builder.start();
        process.getOutputStream().close();
        reader = process.inputReader();
    }

    /** Waits for a line; the test's deadline bounds it. */
    void awaitLine(String wanted) throws IOException {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            text.append(line).append('\n');
            if (line.equals(wanted)) {
                return;
            }
        }
        throw new AssertionError("ended without the line " + wanted + ":\n" + text);
    }

    void interrupt() throws IOException {
        new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start();
    }

    /** Waits for the end of all its processes; returns the exit status. */
    int await() throws IOException, InterruptedException {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            text.append(line).append('\n');
            if (line.startsWith("srun: interrupt")) { // which wants another one within a second
                interrupt();
            }
        }
        assertTrue(process.waitFor(LIMIT_NS, TimeUnit.NANOSECONDS), this::text);
        while (ProcessHandle.allProcesses().anyMatch(this::isMine)) {
            Thread.yield(); // the test's deadline bounds it
        }
        return process.exitValue();
    }

    private boolean isMine(ProcessHandle handle) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(handle.pid()), "cmdline"))
                    .contains(mark + "\0-cp");
        } catch (IOException gone) {
            return false;
        }
    }

    String text() {
        return text.toString();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        ProcessHandle.allProcesses().filter(this::isMine).forEach(ProcessHandle::destroyForcibly);
    }
}
