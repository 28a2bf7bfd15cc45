package org.sennit.jcstress.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Runs the stress tests until they have all run or the share of time is used up, in an order that changes from run to
 * run, so that a small share reaches all of them in time.
 *
 * <p>Arguments: the share in seconds, then those of jcstress. Exit status: 1 when a test failed, or when less than a
 * tenth of the expected cases ran. The last line is {@code N passed, N failed}, counted in cases: one test in one
 * configuration of the JVM.
 */
public final class StressRun {
    private static final Duration LIMIT_OF_ONE_TEST = Duration.ofSeconds(90);

    private StressRun() {}

    /**
     * Runs.
     *
     * @param args the share in seconds, then the arguments of jcstress
     * @throws Exception when jcstress cannot start
     */
    public static void main(String[] args) throws Exception {
        long startNs = System.nanoTime();
        Duration share = Duration.ofSeconds(Long.parseLong(args[0]));
        long seed = Long.getLong("sennit.test.seed", startNs);
        StressSuite suite = new StressSuite(Arrays.copyOfRange(args, 1, args.length));
        List<String> tests = new ArrayList<>(suite.tests());
        Collections.shuffle(tests, new Random(seed));

        int expectedCases = tests.stream().mapToInt(suite::casesOf).sum();
        int ranTests = 0;
        int passed = 0;
        int failed = 0;
        long longestNs = 0;
        for (String test : tests) {
            long beforeNs = System.nanoTime();
            if (beforeNs - startNs + longestNs > share.toNanos()) {
                break;
            }
            StressSuite.Outcome outcome = suite.run(test, LIMIT_OF_ONE_TEST);
            longestNs = Math.max(longestNs, System.nanoTime() - beforeNs);
            int passedHere = (int)
                    outcome.results().stream().filter(StressSuite::isPassed).count();
            ranTests++;
            passed += passedHere;
            failed += suite.casesOf(test) - passedHere;
            print(outcome);
        }
        suite.report(System.out);
        long seconds = Duration.ofNanos(System.nanoTime() - startNs).toSeconds();
        System.out.printf(
                "jcstress: ran %d of %d tests, %d of %d cases in %d s (share %d s, order by seed %d)%n",
                ranTests, tests.size(), passed + failed, expectedCases, seconds, share.toSeconds(), seed);
        boolean isEnough = 10 * (passed + failed) >= expectedCases && ranTests > 0;
        if (!isEnough) {
            System.out.println("jcstress: less than a tenth of the cases ran: that is a failure");
        }
        System.out.printf("%d passed, %d failed%n", passed, failed);
        System.exit(failed == 0 && isEnough ? 0 : 1);
    }

    private static void print(StressSuite.Outcome outcome) {
        System.out.printf(
                "%s %s: %d configurations, %,d samples%n",
                outcome.isPassed() ? "passed" : outcome.hasHung() ? "HUNG  " : "FAILED",
                outcome.test(),
                outcome.results().size(),
                outcome.samples());
    }
}
