package org.sennit.jcstress.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Tests the stress tests: each must fail on a class with one access weakened, and pass on the class as it is, in the
 * same JVM. A mutant is caught only when the test saw an outcome that it forbids, or, where the mutant says so, when an
 * actor waits for ever or the weakened class throws. Whatever else goes wrong judges nothing and is a failure.
 *
 * <p>Arguments: those of {@link StressOptions}; a mutant that survives one mode is run in the next, and then for
 * longer. Exit status: 1 when more than one mutant in ten has survived or could not be judged, or a class as it is
 * failed; where other programs kept the processors busy, so that the two sides of a test hardly ran at once, only the
 * latter counts. The last line is {@code N passed, N failed, N skipped}, counted in mutants that ran; skipped are those
 * that were missed and are tolerated.
 */
public final class MutantRun {
    /** Mutants per tolerated miss: whether a race shows is chance on any machine. */
    private static final int MUTANTS_A_MISS = 10;

    private static final Duration LIMIT_OF_A_CONTROL = Duration.ofSeconds(150);
    /** Ten times what a test takes beside its iterations, and more. */
    private static final Duration LIMIT_OF_A_MUTANT = Duration.ofSeconds(12);

    /** How often a mutant runs in each mode before it has survived, each time for twice as long. */
    private static final int ATTEMPTS = 5;

    /** What became of a mutant. */
    private enum Fate {
        CAUGHT,
        SURVIVED,
        NOT_JUDGED
    }

    private final StressOptions options;
    private final Map<StressMode, StressJvm> jvms = new EnumMap<>(StressMode.class);
    private final Map<String, Boolean> controls = new TreeMap<>();

    private MutantRun(StressOptions options) {
        this.options = options;
    }

    /**
     * Runs.
     *
     * @param args see {@link StressOptions}
     * @throws IOException when a JVM cannot be started
     */
    public static void main(String[] args) throws IOException {
        System.exit(new MutantRun(StressOptions.parse(args)).run() ? 0 : 1);
    }

    private boolean run() throws IOException {
        long startNs = System.nanoTime();
        List<Mutant> mutants = AccessTable.mutants().stream()
                .filter(mutant -> options.mutants().matcher(mutant.toString()).find()
                        && options.tests().matcher(mutant.test()).find())
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(mutants, new Random(options.seed()));
        Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
        Map<StressMode, Integer> finds = new EnumMap<>(StressMode.class);
        int ran = 0;
        double load = 0;
        for (Mutant mutant : mutants) {
            if (System.nanoTime() - startNs > options.share().toNanos()) {
                break;
            }
            Fate fate = Fate.SURVIVED;
            for (int attempt = 0; attempt < ATTEMPTS * options.modes().size() && fate == Fate.SURVIVED; attempt++) {
                StressMode mode = options.modes().get(attempt % options.modes().size());
                fate = fateOf(mutant, mode, 1 << attempt / options.modes().size());
                if (fate != Fate.SURVIVED) {
                    finds.merge(mode, 1, Integer::sum);
                }
            }
            ran++;
            load = Math.max(load, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
            fates.merge(fate, 1, Integer::sum);
            System.out.printf("%-10s %s: %s%n", fate, mutant, mutant.story());
        }
        for (StressJvm jvm : jvms.values()) {
            jvm.close();
        }
        int failed = fates.getOrDefault(Fate.SURVIVED, 0) + fates.getOrDefault(Fate.NOT_JUDGED, 0);
        System.out.printf(
                "mutants: ran %d of %d in %d s (share %d s, seed %d): %s, judged in %s%n",
                ran,
                mutants.size(),
                Duration.ofNanos(System.nanoTime() - startNs).toSeconds(),
                options.share().toSeconds(),
                options.seed(),
                fates,
                finds);
        boolean isBusy = load > 2 * Runtime.getRuntime().availableProcessors();
        int tolerated = isBusy ? ran : ran / MUTANTS_A_MISS;
        int missed = 0;
        if (failed > 0 && failed <= tolerated && !controls.containsValue(false)) {
            System.out.printf(
                    "mutants: %d of %d were not caught this time (load %.0f, tolerated %d): named above%n",
                    failed, ran, load, tolerated);
            missed = failed;
            failed = 0;
        }
        System.out.printf("%d passed, %d failed, %d skipped%n", ran - failed - missed, failed, missed);
        return failed == 0 && ran > 0;
    }

    private Fate fateOf(Mutant mutant, StressMode mode, int times) throws IOException {
        String test = nameOf(mutant.test());
        StressJvm jvm = jvms.get(mode);
        if (jvm == null) {
            jvm = new StressJvm(mode, options);
            jvms.put(mode, jvm);
        }
        String control = mode + " " + test;
        if (!controls.containsKey(control)) {
            StressResult unchanged = jvm.run(test, null, 1, LIMIT_OF_A_CONTROL);
            controls.put(control, unchanged.isPassed());
            if (!unchanged.isPassed()) {
                System.out.printf("control %s: %s%n%s", control, unchanged.verdict(), unchanged.details());
            }
        }
        if (!controls.get(control)) {
            return Fate.NOT_JUDGED;
        }
        Duration limit = LIMIT_OF_A_MUTANT.plusMillis((long) options.iterations() * options.timeMs() * times);
        StressResult result = jvm.run(test, mutant, times, limit);
        return switch (result.verdict()) {
            case FORBIDDEN -> Fate.CAUGHT;
            case PASSED -> Fate.SURVIVED;
            case HUNG -> judge(mutant, Mutant.Effect.HANGS, result);
            case ERROR -> judge(mutant, Mutant.Effect.THROWS, result);
        };
    }

    /** The full name of a test: a few stand in the package of what they test. */
    private static String nameOf(String test) {
        return TestList.tests().stream()
                .filter(name -> name.endsWith("." + test))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no such test: " + test));
    }

    /** A test that hung or broke has caught a mutant only if it did so in the way that was expected. */
    private static Fate judge(Mutant mutant, Mutant.Effect effect, StressResult result) {
        // A method that waits may have been compiled into its caller: of a hang any frame of the test is enough.
        String frame = "at stress//" + (effect == Mutant.Effect.HANGS ? "" : mutant.subject() + ".");
        boolean isInside = result.messages().stream().anyMatch(line -> line.contains(frame));
        if (mutant.effect() == effect && isInside) {
            return Fate.CAUGHT;
        }
        System.out.printf("%s %s:%n%s", result.verdict(), mutant, result.details());
        return Fate.NOT_JUDGED;
    }
}
