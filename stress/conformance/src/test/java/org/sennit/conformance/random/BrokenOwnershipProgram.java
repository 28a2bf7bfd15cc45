package org.sennit.conformance.random;

import java.util.concurrent.TimeUnit;

/** Runs random programs with ownership until one fails. Arguments: first seed, how many jobs at most,
 * after how many seconds a program is held to hang. Exit status 0: none has failed. */
final class BrokenOwnershipProgram {
    private static final int BLOCK = 8;

    private BrokenOwnershipProgram() {}

    public static void main(String[] args) {
        long first = Long.parseLong(args[0]);
        int jobs = Integer.parseInt(args[1]);
        long hangNs = TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
        for (long number = first; number < first + jobs; number++) {
            RandomJob job = number % 4 == 3 ? RandomJob.across(number) : RandomJob.of(number);
            OwnershipProgram program = new OwnershipProgram(number * BLOCK, BLOCK, hangNs / 2);
            Throwable failure = RandomRun.failureOf(job, program, program::ran, hangNs);
            if (failure != null) {
                System.out.println(BrokenVariantProgram.CAUGHT + ((number - first) * BLOCK + program.ran() + 1) + ": "
                        + failure.getMessage());
                System.exit(1);
            }
        }
        System.exit(0);
    }
}
