package org.sennit.jcstress.harness;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * A JVM in one mode that runs tests, one after the other; a new one is started when a test has hung or broken it.
 * Starting one costs more than a test, so that it is kept as long as it works.
 *
 * <p>Protocol of the pipes: runner, mutant, milliseconds of an iteration, iterations, limit in milliseconds; back come
 * the verdict, the outcomes with their counts, and messages.
 *
 * <p>Threads: one.
 */
final class StressJvm implements AutoCloseable {
    /** What the JVM may take beyond the limit of a test until it is taken for broken: it ends itself before. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    /** Below the working folder: what the JVMs print. */
    private static final Path ERRORS = Path.of("jcstress-jvms.txt");

    private final StressMode mode;
    private final StressOptions options;
    private final Path directives;
    private Process process; // or null
    private DataOutputStream requests;
    private DataInputStream answers;

    StressJvm(StressMode mode, StressOptions options) throws IOException {
        this.mode = mode;
        this.options = options;
        directives = Files.createTempFile("jcstress", ".directives");
        Files.writeString(directives, CompilerDirectives.TEXT);
    }

    /** Runs one test, on a mutant or null, for {@code times} as long as usual; after {@code limit} it has hung. */
    StressResult run(String test, Mutant mutant, int times, Duration limit) throws IOException {
        start();
        Thread killer = Thread.ofPlatform().daemon(true).start(() -> killAfter(process, limit.plus(GRACE)));
        try {
            requests.writeUTF(TestList.getInfo(test).generatedRunner());
            requests.writeUTF(mutant == null ? "" : mutant.toString());
            requests.writeInt(options.timeMs() * times);
            requests.writeInt(options.iterations());
            requests.writeLong(limit.toMillis());
            requests.flush();
            return answer(test);
        } catch (IOException e) {
            String end = end();
            return StressResult.broken(
                    test,
                    StressResult.Verdict.ERROR,
                    List.of("the JVM " + end + ", see " + ERRORS.toAbsolutePath() + ": " + e));
        } finally {
            killer.interrupt();
        }
    }

    private StressResult answer(String test) throws IOException {
        StressResult.Verdict verdict = StressResult.Verdict.values()[answers.readInt()];
        Map<String, Long> outcomes = new TreeMap<>();
        for (int i = answers.readInt(); i > 0; i--) {
            outcomes.put(answers.readUTF(), answers.readLong());
        }
        List<String> messages = new ArrayList<>();
        for (int i = answers.readInt(); i > 0; i--) {
            messages.add(answers.readUTF());
        }
        if (verdict == StressResult.Verdict.HUNG) {
            end();
        }
        return verdict == StressResult.Verdict.PASSED
                ? StressResult.graded(test, outcomes, messages)
                : StressResult.broken(test, verdict, messages);
    }

    private void start() throws IOException {
        if (process != null && process.isAlive()) {
            return;
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(mode.flags((int) options.seed() & Integer.MAX_VALUE));
        // The barriers of G1 contain a fence in every store of a reference, which would hide what is looked for.
        command.addAll(List.of("-XX:+UseSerialGC", "-Xms192m", "-Xmx192m", "-XX:-RestrictContended"));
        command.add("-XX:+DisplayVMOutputToStderr"); // the answers go to standard output
        command.add("-XX:-OmitStackTraceInFastThrow"); // what a weakened class throws is known by its frames
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:CompilerDirectivesFile=" + directives));
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StressWorker.class.getName()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(ERRORS.toFile()))
                .start();
        requests = new DataOutputStream(process.getOutputStream());
        answers = new DataInputStream(process.getInputStream());
    }

    private static void killAfter(Process process, Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the test is over
        }
    }

    /** Waits until the JVM has ended, by force if it does not. */
    private String end() {
        Process ending = process;
        process = null;
        try {
            requests.close();
        } catch (IOException e) {
            ending.destroyForcibly(); // it reads no more
        }
        try {
            if (!ending.waitFor(10, TimeUnit.SECONDS)) {
                ending.destroyForcibly().waitFor();
                return "was killed";
            }
            return "ended with " + ending.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ending.destroyForcibly();
            return "was killed";
        }
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            end();
        }
        Files.deleteIfExists(directives);
    }
}
