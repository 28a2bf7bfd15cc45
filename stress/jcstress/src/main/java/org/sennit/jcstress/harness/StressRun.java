package org.sennit.jcstress.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the stress tests: first the core set, which is every test in the first mode, then the tests in the further modes
 * until they have all run or the share of time is used up, in an order that changes from run to run.
 *
 * <p>Arguments: those of {@link StressOptions}. Exit status: 1 when a case failed, or when not every test has run. The
 * last line is {@code N passed, N failed}, counted in cases: one test in one mode. What was seen is written to
 * {@code jcstress.txt} in the working folder.
 */
public final class StressRun {
    /** A test takes less than a second; what has not ended then has hung. */
    private static final Duration LIMIT_OF_ONE_TEST = Duration.ofSeconds(150);

    private final StressOptions options;
    private final PrintStream report;
    private final long startNs = System.nanoTime();
    private int passed; // the counts are guarded by this
    private int failed;
    private long samples;

    private StressRun(StressOptions options, PrintStream report) {
        this.options = options;
        this.report = report;
    }

    /**
     * Runs.
     *
     * @param args see {@link StressOptions}
     * @throws IOException when a JVM cannot be started, or the report not be written
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        StressOptions options = StressOptions.parse(args);
        try (PrintStream report = new PrintStream(Files.newOutputStream(Path.of("jcstress.txt")), true)) {
            System.exit(new StressRun(options, report).run() ? 0 : 1);
        }
    }

    private boolean run() throws InterruptedException {
        List<String> tests = new ArrayList<>(TestList.tests());
        tests.removeIf(test -> !options.tests().matcher(test).find());
        Collections.sort(tests);
        Random random = new Random(options.seed());
        int expected = tests.size() * options.modes().size();
        int processors = Runtime.getRuntime().availableProcessors();
        System.out.printf(
                "jcstress: %d tests in the modes %s, seed %d%s%n",
                tests.size(),
                options.modes(),
                options.seed(),
                processors > 1
                        ? ""
                        : "; on one processor the two threads of a test take turns: few interleavings are seen");
        for (StressMode mode : options.modes()) {
            boolean isCore = mode == options.modes().getFirst();
            Collections.shuffle(tests, random);
            runAll(new ConcurrentLinkedQueue<>(tests), mode, isCore, Math.max(1, processors / 2));
        }
        boolean isCoreDone = passed + failed >= tests.size() && !tests.isEmpty();
        System.out.printf(
                "jcstress: ran %d of %d cases, %s, %,d samples, in %d s (share %d s, seed %d)%n",
                passed + failed,
                expected,
                isCoreDone ? "every test at least once" : "NOT EVERY TEST",
                samples,
                Duration.ofNanos(System.nanoTime() - startNs).toSeconds(),
                options.share().toSeconds(),
                options.seed());
        System.out.printf("%d passed, %d failed%n", passed, failed);
        return failed == 0 && isCoreDone;
    }

    /** Runs all tests. Each test wants two processors, so that a machine with more of them runs several. */
    private void runAll(Queue<String> tests, StressMode mode, boolean isCore, int jvms) throws InterruptedException {
        AtomicInteger broken = new AtomicInteger();
        List<Thread> runners = new ArrayList<>();
        for (int i = 0; i < jvms; i++) {
            runners.add(Thread.ofPlatform().start(() -> {
                try (StressJvm jvm = new StressJvm(mode, options)) {
                    while (isCore
                            || System.nanoTime() - startNs < options.share().toNanos()) {
                        String test = tests.poll();
                        if (test == null) {
                            return;
                        }
                        count(mode, jvm.run(test, null, 1, LIMIT_OF_ONE_TEST));
                    }
                } catch (IOException e) {
                    broken.incrementAndGet();
                    System.out.println("jcstress: cannot run a JVM: " + e);
                }
            }));
        }
        for (Thread runner : runners) {
            runner.join();
        }
        if (broken.get() > 0) {
            synchronized (this) {
                failed += broken.get();
            }
        }
    }

    private synchronized void count(StressMode mode, StressResult result) {
        samples += result.samples();
        String line = String.format("%-9s %s %s: %,d samples", result.verdict(), mode, result.test(), result.samples());
        report.println(line);
        report.print(result.details());
        if (result.isPassed()) {
            passed++;
        } else {
            failed++;
            System.out.println(line);
            System.out.print(result.details());
        }
    }
}
