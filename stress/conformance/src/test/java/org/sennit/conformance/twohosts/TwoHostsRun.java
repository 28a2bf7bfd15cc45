package org.sennit.conformance.twohosts;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sennit.conformance.Interruptible;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.Deadlines;

/** A job over two hosts, started by {@code sennit run} on the first one, under way. One thread. */
final class TwoHostsRun implements AutoCloseable {
    /** Starts a program on a host that is a network name space. */
    static final String AGENT = "ip netns exec {host} {command}";

    private final Path err = Files.createTempFile("sennit-two-hosts", "");
    private final Process launcher;
    private final BufferedReader out;
    private final StringBuilder printed = new StringBuilder();

    /**
     * Starts a job.
     *
     * @param perHost processes on each host
     * @param program its name and arguments
     */
    TwoHostsRun(NameSpaces spaces, int perHost, Map<String, String> settings, String... program) throws IOException {
        this(
                command -> spaces.on(0, command),
                List.of(
                        "--hosts",
                        spaces.name(0) + ":" + perHost + "," + spaces.name(1) + ":" + perHost,
                        "--agent",
                        AGENT),
                settings,
                program);
    }

    /**
     * Starts a job.
     *
     * @param where the command that starts another one where the launcher is to run
     * @param flags what says where the processes run
     * @param program its name and arguments
     */
    TwoHostsRun(UnaryOperator<List<String>> where, List<String> flags, Map<String, String> settings, String... program)
            throws IOException {
        List<String> command = java("run");
        command.addAll(flags);
        settings.forEach((name, value) -> command.addAll(List.of("-o", name + "=" + value)));
        command.addAll(List.of(program));
        launcher = new ProcessBuilder(Interruptible.of(where.apply(command)))
                .redirectError(err.toFile())
                .start();
        out = launcher.inputReader();
    }

    /** The command of the launcher's. */
    static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Waits until something has been said on standard error; the test's deadline bounds it. */
    Matcher awaitError(Pattern wanted) throws IOException {
        while (true) {
            Matcher found = wanted.matcher(err());
            if (found.find()) {
                return found;
            }
            if (!launcher.isAlive()) {
                throw new AssertionError("ended before " + wanted + ":" + reports());
            }
            Thread.yield();
        }
    }

    /** Waits for a line that begins so; false when the job ends without it. */
    boolean awaitLine(String start) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            printed.append(line).append('\n');
            if (line.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    /** Waits for its end; the exit status, −1 when it has not ended in time. */
    int awaitEnd(long seconds) throws InterruptedException {
        return launcher.waitFor(Deadlines.ns(seconds), TimeUnit.NANOSECONDS) ? launcher.exitValue() : -1;
    }

    /** The launcher, its agents and the processes: all that must end. */
    List<ProcessHandle> all() {
        List<ProcessHandle> all = new ArrayList<>(launcher.descendants().toList());
        all.add(launcher.toHandle());
        return all;
    }

    /** As Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -INT " + launcher.pid()).start().waitFor();
    }

    /** Kills a process of the job, by a word of its command line. */
    void kill(String word, int process) {
        kill(launcher.descendants(), word, process);
    }

    /** Kills a process of the job that is among some. */
    static void kill(Stream<ProcessHandle> among, String word, int process) {
        String number = "SENNIT_JOB_PROCESS=" + process;
        among.filter(each -> has(each, "cmdline", word) && has(each, "environ", number))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean has(ProcessHandle process, String file, String word) {
        try {
            String text = Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), file), java.nio.charset.StandardCharsets.ISO_8859_1);
            return List.of(text.split("\0")).contains(word);
        } catch (IOException gone) {
            return false;
        }
    }

    /** What has been printed. */
    String reports() {
        try {
            return "\n" + printed + "\n" + Files.readString(err);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** What has been said on standard error. */
    String err() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> all = all();
        all.forEach(ProcessHandle::destroyForcibly);
        Files.deleteIfExists(err);
    }
}
