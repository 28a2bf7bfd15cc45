package org.sennit.examples.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.examples.console.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program {@code gups [options]}: random updates of a table that lies in parts in the memory of all endpoints,
 * after the RandomAccess benchmark of HPC Challenge. Each update is an atomic exclusive or, so that a second run of the
 * same updates restores the table, which is verified exactly; the original allows one in a hundred to be lost.
 *
 * <p>For users of MPI: {@code MPI_Fetch_and_op} with {@code MPI_BXOR} on a window that {@code MPI_Win_allocate} has
 * made.
 */
public final class Gups {
    private static final long POLYNOMIAL = 7;

    private final Arguments arguments;
    private final Communicator world;
    private final long elements; // of each endpoint
    private final long updates; // of each endpoint

    private Gups(Arguments arguments, Communicator world) {
        this.arguments = arguments;
        this.world = world;
        this.elements = 1L << arguments.log;
        this.updates = arguments.updates == 0 ? 4 * elements : arguments.updates;
    }

    /** The command line. Filled by picocli before the job starts, then only read, by any thread. */
    @Command(
            name = "gups",
            sortOptions = false,
            usageHelpWidth = 90,
            description = "Updates random elements of a table in the memory of all endpoints, and verifies it.")
    static final class Arguments {
        private static final int MOST_LOG = 32;

        @Option(
                names = "--log",
                paramLabel = "N",
                defaultValue = "16",
                description = "Each endpoint has 2^N elements of 8 bytes: ${DEFAULT-VALUE}.")
        int log;

        @Option(
                names = "--updates",
                paramLabel = "N",
                description = "Updates by each endpoint, 4 for each of its elements if not given.")
        long updates;

        @Option(names = "--help", usageHelp = true, description = "Prints this text.")
        boolean isHelpWanted;

        /** Returns what is wrong, or null. */
        String mistake() {
            if (log < 0 || log > MOST_LOG) {
                return "--log: 0 to " + MOST_LOG + ", not " + log;
            }
            return updates < 0 ? "--updates: not " + updates : null;
        }
    }

    /**
     * Runs four endpoints in this JVM, or what the launcher says.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Arguments arguments = new Arguments();
        new Program("gups", arguments, arguments::mistake).runAndExit(args, world -> new Gups(arguments, world).run());
    }

    private int run() {
        try (Window window = world.allocateWindow(elements * Long.BYTES, Long.BYTES)) {
            MemorySegment part = window.shared(world.rank());
            for (long i = 0; i < elements; i++) {
                part.setAtIndex(ValueLayout.JAVA_LONG, i, initial(i));
            }
            update(window); // which the compiler gets to know
            update(window);
            verify(part);
            long elapsedNs = update(window);
            update(window);
            verify(part);
            if (world.rank() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d endpoints, table of %d elements, %d updates, exact; %.4f GUPS%n",
                        world.size(),
                        world.size() * elements,
                        world.size() * updates,
                        (double) world.size() * updates / elapsedNs);
            }
        }
        return 0;
    }

    private long initial(long index) {
        return (long) world.rank() << arguments.log | index;
    }

    /** Updates random elements of all; returns the time it took, in nanoseconds. */
    private long update(Window window) {
        long[] value = new long[1];
        long[] old = new long[1];
        int size = world.size();
        long random = start(world.rank());
        world.barrier();
        long startNs = System.nanoTime();
        window.lockAll();
        for (long i = 0; i < updates; i++) {
            random = next(random);
            value[0] = random;
            int target = (int) (random >>> arguments.log & 0x7fff_ffff) % size;
            window.fetchAndOp(value, old, target, random & elements - 1, Operation.BXOR);
        }
        window.unlockAll();
        world.barrier();
        return System.nanoTime() - startNs;
    }

    /** Returns the next number of the benchmark's generator, a shift register over x⁶³ + x² + x + 1. */
    private static long next(long random) {
        return random << 1 ^ (random < 0 ? POLYNOMIAL : 0);
    }

    /** Returns the start of an endpoint's numbers, far apart from those of others. */
    private static long start(int rank) {
        long random = 0x9E37_79B9_7F4A_7C15L * (rank + 1);
        return random == 0 ? 1 : random;
    }

    private void verify(MemorySegment part) {
        long wrong = 0;
        for (long i = 0; i < elements; i++) {
            wrong += part.getAtIndex(ValueLayout.JAVA_LONG, i) == initial(i) ? 0 : 1;
        }
        if (wrong > 0) {
            throw new IllegalStateException("updates were lost: rank=" + world.rank() + " wrong elements=" + wrong);
        }
        world.barrier();
    }
}
