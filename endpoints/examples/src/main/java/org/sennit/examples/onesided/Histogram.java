package org.sennit.examples.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.examples.console.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program {@code histogram [options]}: clients draw numbers and count them in a table of a server, which
 * makes no call meanwhile. Every client knows how the others draw, so the counts are verified exactly.
 *
 * <p>For users of MPI: {@code MPI_Win_allocate}, {@code MPI_Win_lock_all} and {@code MPI_Accumulate}; the clients are
 * endpoints of any number of processes, on one host or several, and of different numbers in each.
 */
public final class Histogram {
    private static final int SERVER = 0;
    private static final int BATCH = 8;

    private final Arguments arguments;
    private final Communicator world;

    private Histogram(Arguments arguments, Communicator world) {
        this.arguments = arguments;
        this.world = world;
    }

    /** The command line. Filled by picocli before the job starts, then only read, by any thread. */
    @Command(
            name = "histogram",
            sortOptions = false,
            usageHelpWidth = 90,
            description = "Clients count numbers in a table of rank 0, which verifies the counts.")
    static final class Arguments {
        @Option(
                names = "--bins",
                paramLabel = "N",
                defaultValue = "64",
                description = "Counters of the table, an even number: ${DEFAULT-VALUE}.")
        int bins;

        @Option(
                names = "--draws",
                paramLabel = "N",
                defaultValue = "200000",
                description = "Numbers that each client draws: ${DEFAULT-VALUE}.")
        int draws;

        @Option(names = "--help", usageHelp = true, description = "Prints this text.")
        boolean isHelpWanted;

        /** Returns what is wrong, or null. */
        String mistake() {
            if (bins < 2 || bins % 2 != 0) {
                return "--bins: an even number from 2 on, not " + bins;
            }
            return draws < 0 ? "--draws: not " + draws : null;
        }
    }

    /**
     * Runs four endpoints in this JVM, or what the launcher says: one server, the rest clients.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Arguments arguments = new Arguments();
        new Program("histogram", arguments, arguments::mistake)
                .runAndExit(args, world -> new Histogram(arguments, world).run());
    }

    private int run() {
        boolean isServer = world.rank() == SERVER;
        long bytes = isServer ? (long) arguments.bins * Long.BYTES : 0;
        try (Window window = world.allocateWindow(bytes, Long.BYTES)) {
            world.barrier();
            long startNs = System.nanoTime();
            if (!isServer || world.size() == 1) {
                count(window, world.rank());
            }
            world.barrier(); // all counts are in
            if (isServer) {
                verify(window, world.size(), System.nanoTime() - startNs);
            }
        }
        return 0;
    }

    /** Counts some numbers by one update each, the others in batches of neighboring bins. */
    private void count(Window window, int rank) {
        SplittableRandom random = new SplittableRandom(rank);
        long[] one = {1};
        long[] ones = new long[BATCH];
        Arrays.fill(ones, 1);
        window.lockAll();
        for (int i = 0; i < arguments.draws; i++) {
            int bin = bin(random);
            window.accumulate(isBatch(i, bin) ? ones : one, SERVER, bin, Operation.SUM);
        }
        window.unlockAll();
    }

    private boolean isBatch(int draw, int bin) {
        return draw % BATCH == 0 && bin <= arguments.bins - BATCH;
    }

    /** Returns the sum of two dice. */
    private int bin(SplittableRandom random) {
        return random.nextInt(arguments.bins / 2) + random.nextInt(arguments.bins / 2);
    }

    private long[] expected(int size) {
        long[] counts = new long[arguments.bins];
        for (int rank = size == 1 ? 0 : 1; rank < size; rank++) {
            SplittableRandom random = new SplittableRandom(rank);
            for (int i = 0; i < arguments.draws; i++) {
                int bin = bin(random);
                int end = bin + (isBatch(i, bin) ? BATCH : 1);
                for (int b = bin; b < end; b++) {
                    counts[b]++;
                }
            }
        }
        return counts;
    }

    private void verify(Window window, int size, long elapsedNs) {
        MemorySegment table = window.shared(SERVER);
        long[] counts = table.toArray(ValueLayout.JAVA_LONG);
        long[] expected = expected(size);
        if (!Arrays.equals(counts, expected)) {
            int first = Arrays.mismatch(counts, expected);
            throw new IllegalStateException(
                    "the counts are wrong: bin=" + first + " count=" + counts[first] + " expected=" + expected[first]);
        }
        int clients = Math.max(1, size - 1);
        System.out.printf(
                Locale.ROOT,
                "%d clients, %d updates, %d counts in %d bins, exact; %.1f million updates a second%n",
                clients,
                (long) clients * arguments.draws,
                Arrays.stream(counts).sum(),
                arguments.bins,
                (double) clients * arguments.draws / elapsedNs * 1e3);
    }
}
