package org.sennit.jcstress.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Tests the stress tests: runs each on a class with one access weakened, and wants it to fail. Where this processor
 * cannot show the difference the mutant is run all the same and reported, not judged.
 *
 * <p>Arguments: the share in seconds, the folder for the mutated classes, then those of jcstress. Exit status: 1 when a
 * mutant that this processor can show has survived. The last line is {@code N passed, N failed}, counted in mutants.
 */
public final class MutantRun {
    /** A mutant that makes threads wait for ever is a mutant that was caught. */
    private static final Duration LIMIT_OF_ONE_TEST = Duration.ofSeconds(25);

    private static final String TESTS = "org.sennit.jcstress.";

    private MutantRun() {}

    /**
     * Runs.
     *
     * @param args the share in seconds, the folder for the mutated classes, then the arguments of jcstress
     * @throws Exception when jcstress cannot start
     */
    public static void main(String[] args) throws Exception {
        long startNs = System.nanoTime();
        Duration share = Duration.ofSeconds(Long.parseLong(args[0]));
        Path folder = Path.of(args[1]);
        long seed = Long.getLong("sennit.test.seed", startNs);
        StressSuite suite = new StressSuite(Arrays.copyOfRange(args, 2, args.length));
        List<Mutant> mutants = new ArrayList<>(Mutants.all());
        String only = System.getProperty("sennit.mutants", "");
        mutants.removeIf(mutant -> !mutant.toString().contains(only));
        Collections.shuffle(mutants, new Random(seed));

        String classPath = System.getProperty("java.class.path");
        int ran = 0;
        int caught = 0;
        int survived = 0;
        for (Mutant mutant : mutants) {
            if (System.nanoTime() - startNs > share.toNanos()) {
                break;
            }
            Path classes = Files.createDirectories(folder.resolve("mutant-" + ran++));
            WeakenedClass.write(mutant, classes);
            // jcstress gives its JVMs the class path of this one
            System.setProperty("java.class.path", classes + File.pathSeparator + classPath);
            StressSuite.Outcome outcome = suite.run(TESTS + mutant.test(), LIMIT_OF_ONE_TEST);
            boolean isCaught = !outcome.isPassed();
            if (isCaught) {
                caught++;
            } else if (mutant.isShownOnX86()) {
                survived++;
            }
            System.out.printf(
                    "%s %s [%s]: %s%n",
                    isCaught
                            ? outcome.hasHung() ? "caught (hung)" : "caught       "
                            : mutant.isShownOnX86() ? "SURVIVED     " : "cannot show  ",
                    mutant,
                    mutant.test(),
                    mutant.story());
        }
        System.out.printf(
                "mutants: ran %d of %d in %d s (share %d s, order by seed %d); not to be shown here: %d%n",
                ran,
                mutants.size(),
                Duration.ofNanos(System.nanoTime() - startNs).toSeconds(),
                share.toSeconds(),
                seed,
                ran - caught - survived);
        System.out.printf("%d passed, %d failed%n", caught, survived);
        System.exit(survived == 0 && ran > 0 ? 0 : 1);
    }
}
