package org.sennit.examples.npb;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;

/**
 * The program around a kernel: reads the problem class, runs a job, prints the report.
 *
 * <p>Runs four endpoints in this JVM, or what the launcher says. The exit status is 0 when the result is
 * verified, 1 when it is not, and 2 when the arguments are wrong. Used by the thread of {@code main}.
 *
 * @param <P> the kernel's problem classes
 */
public final class KernelProgram<P extends Enum<P>> {
    private static final int DEFAULT_ENDPOINTS = 4;
    private static final int EXIT_UNVERIFIED = 1;
    private static final int EXIT_USAGE = 2;

    private final Kernel<P> kernel;
    private final String[] args;

    /**
     * Prepares a run.
     *
     * @param args the letter of a problem class; none means the smallest
     */
    public KernelProgram(Kernel<P> kernel, String[] args) {
        this.kernel = kernel;
        this.args = args.clone();
    }

    /**
     * Runs this process's part of the job. Blocks until it has ended.
     *
     * @return the exit status
     */
    public int run() {
        AtomicInteger status = new AtomicInteger();
        Job.run(DEFAULT_ENDPOINTS, endpoint -> status.accumulateAndGet(run(endpoint), Math::max));
        return status.get();
    }

    private int run(Endpoint endpoint) {
        Communicator world = endpoint.world();
        boolean isFirst = world.rank() == 0;
        Optional<P> problem = chosen();
        if (problem.isEmpty()) {
            if (isFirst) {
                System.err.println(kernel.name().toLowerCase(Locale.ROOT) + ": " + mistake());
            }
            return EXIT_USAGE;
        }
        if (isFirst) {
            System.out.print(headline(problem.get(), world.size()));
        }
        KernelResult result = kernel.run(world, problem.get(), isFirst);
        if (isFirst) {
            System.out.print(result.report());
        }
        return result.isVerified() ? 0 : EXIT_UNVERIFIED;
    }

    /** Returns the class whose letter the user typed, in either case; empty when the arguments are wrong. */
    Optional<P> chosen() {
        P[] all = kernel.problems();
        return switch (args.length) {
            case 0 -> Optional.of(all[0]);
            case 1 ->
                Arrays.stream(all)
                        .filter(problem -> problem.name().equalsIgnoreCase(args[0]))
                        .findFirst();
            default -> Optional.empty();
        };
    }

    private String mistake() {
        String classes = Arrays.stream(kernel.problems()).map(Enum::name).collect(Collectors.joining(", "));
        return args.length > 1
                ? "one problem class expected, got " + args.length + " arguments (" + classes + ")"
                : "unknown problem class '" + args[0] + "', choose one of " + classes;
    }

    private String headline(P problem, int endpoints) {
        return String.format(
                Locale.ROOT,
                "\n NAS Parallel Benchmarks, kernel %s, on Sennit\n\n Class %s: %s, %d endpoints\n",
                kernel.name(),
                problem,
                kernel.describe(problem),
                endpoints);
    }
}
