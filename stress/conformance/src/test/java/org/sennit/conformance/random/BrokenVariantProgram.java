package org.sennit.conformance.random;

import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * Runs random programs until one fails. Arguments: first seed, how many at most, seconds after which one is held to
 * hang. Exit status 0: none has failed.
 */
final class BrokenVariantProgram {
    static final String CAUGHT = "caught by program ";

    private static final long NO_LIMIT_NS = TimeUnit.HOURS.toNanos(1);

    private BrokenVariantProgram() {}

    public static void main(String[] args) {
        run(RandomJob::of, args);
    }

    /** Runs programs in jobs of a kind, and exits. */
    static void run(LongFunction<RandomJob> jobs, String... args) {
        RandomRun run = RandomRun.inThisJvm(
                jobs,
                RandomRun.BLOCK,
                Long.parseLong(args[0]),
                Integer.parseInt(args[1]),
                NO_LIMIT_NS,
                TimeUnit.SECONDS.toNanos(Integer.parseInt(args[2])),
                () -> ""); // that it hangs is enough: see ThreadStacks
        if (run.failure() != null) {
            System.out.println(CAUGHT + (run.ran() + 1) + ": " + run.failure().getMessage());
        }
        System.exit(run.failure() == null ? 0 : 1);
    }
}
