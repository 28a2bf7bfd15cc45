package org.sennit.examples.cg;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.sennit.endpoints.api.Communicator;
import org.sennit.endpoints.api.Endpoint;
import org.sennit.endpoints.api.Job;

/**
 * The program {@code cg [CLASS]}: the conjugate-gradient kernel of the NAS Parallel Benchmarks, with
 * its verification against the published value.
 *
 * <p>Runs four endpoints in this JVM, or what the launcher says. Ends with exit status 0 when the
 * result is verified, 1 when it is not, and 2 when the arguments are wrong. Source: RNR-94-007,
 * section "Kernel CG".
 */
public final class Cg {
    private static final int DEFAULT_ENDPOINTS = 4;
    private static final int EXIT_UNVERIFIED = 1;
    private static final int EXIT_USAGE = 2;

    private Cg() {}

    /**
     * Runs the benchmark and ends the JVM with a status other than 0 if it fails.
     *
     * @param args the letter of a problem class; none means S
     */
    public static void main(String[] args) {
        AtomicInteger status = new AtomicInteger();
        Job.run(DEFAULT_ENDPOINTS, endpoint -> status.accumulateAndGet(run(endpoint, args), Math::max));
        if (status.get() != 0) {
            System.exit(status.get());
        }
    }

    private static int run(Endpoint endpoint, String[] args) {
        Communicator world = endpoint.world();
        boolean isFirst = world.rank() == 0;
        Optional<ProblemClass> problem = chosen(args);
        if (problem.isEmpty()) {
            if (isFirst) {
                System.err.println("cg: " + mistake(args));
            }
            return EXIT_USAGE;
        }
        if (isFirst) {
            System.out.print(headline(problem.get(), world.size()));
        }
        CgResult result = CgKernel.run(world, problem.get(), isFirst);
        if (isFirst) {
            System.out.print(result.report());
        }
        return result.isVerified() ? 0 : EXIT_UNVERIFIED;
    }

    private static Optional<ProblemClass> chosen(String[] args) {
        return switch (args.length) {
            case 0 -> Optional.of(ProblemClass.S);
            case 1 -> ProblemClass.named(args[0]);
            default -> Optional.empty();
        };
    }

    private static String mistake(String[] args) {
        String classes =
                Arrays.stream(ProblemClass.values()).map(ProblemClass::name).collect(Collectors.joining(", "));
        return args.length > 1
                ? "one problem class expected, got " + args.length + " arguments (" + classes + ")"
                : "unknown problem class '" + args[0] + "', choose one of " + classes;
    }

    private static String headline(ProblemClass problem, int endpoints) {
        return String.format(
                Locale.ROOT,
                "\n NAS Parallel Benchmarks, kernel CG, on Sennit\n\n"
                        + " Class %s: size %d, %d iterations, %d endpoints\n",
                problem,
                problem.rows(),
                problem.iterations(),
                endpoints);
    }
}
