package org.sennit.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The stacks of the JVMs that this one has started, and of those that they have started, as text: what a test of
 * several JVMs prints when it hangs. Each is asked through the JDK's own {@code jcmd}; one that does not answer has a
 * line that says so. From any thread; takes about a second for each.
 */
public final class ChildStacks {
    /** A JVM that is stopped does not answer. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private ChildStacks() {}

    /**
     * Asks all descendants of this process.
     *
     * @return the text, empty if there are none
     */
    public static String ofDescendants() {
        return of(ProcessHandle.current().descendants().toList());
    }

    /**
     * Asks some processes; those that are no JVM are left out.
     *
     * @param processes of this user
     */
    public static String of(List<ProcessHandle> processes) {
        StringBuilder text = new StringBuilder();
        for (ProcessHandle process : processes) {
            if (Path.of(process.info().command().orElse("")).endsWith("java")) {
                text.append("\n== stacks of process ").append(process.pid()).append('\n');
                text.append(stacksOf(process.pid()));
            }
        }
        return text.toString();
    }

    /**
     * Returns the stacks of platform threads with the locks they wait for; then those of virtual ones, which the first
     * command leaves out.
     */
    private static String stacksOf(long pid) {
        try {
            Path out = Files.createTempFile("sennit-stacks", ".txt");
            Path virtual = Files.createTempFile("sennit-stacks", ".txt");
            try {
                if (!run(out, pid, "Thread.print")) {
                    return Files.readString(out) + "it does not answer within " + LIMIT.toSeconds() + " s\n";
                }
                String platform = Files.readString(out);
                run(out, pid, "Thread.dump_to_file", "-overwrite", virtual.toString());
                return platform + virtualThreads(Files.readString(virtual));
            } finally {
                Files.deleteIfExists(out);
                Files.deleteIfExists(virtual);
            }
        } catch (IOException e) {
            return "it cannot be asked: " + e + "\n";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted while it was asked\n";
        }
    }

    private static boolean run(Path out, long pid, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), "" + pid);
        builder.command().addAll(List.of(command));
        Process jcmd =
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        boolean hasEnded = jcmd.waitFor(LIMIT);
        jcmd.destroyForcibly();
        return hasEnded;
    }

    private static String virtualThreads(String dump) {
        return Arrays.stream(dump.split("\n\n"))
                .filter(thread -> thread.startsWith("#")
                        && thread.lines().findFirst().orElse("").contains(" virtual"))
                .collect(Collectors.joining("\n\n", "", "\n"));
    }
}
