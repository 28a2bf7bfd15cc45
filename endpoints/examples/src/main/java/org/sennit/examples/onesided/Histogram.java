package org.sennit.examples.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.Window;

/**
 * The program {@code histogram}: clients draw numbers and count them in a table of a server, which makes no call
 * meanwhile. Every client knows how the others draw, so the counts are verified exactly.
 *
 * <p>For users of MPI: {@code MPI_Win_allocate}, {@code MPI_Win_lock_all} and {@code MPI_Accumulate}; the clients are
 * endpoints of any number of processes of a host, and of different numbers in each.
 */
public final class Histogram {
    private static final int SERVER = 0;
    private static final int BINS = 64;
    private static final int DRAWS = 200_000;
    private static final int BATCH = 8;

    private Histogram() {}

    /**
     * Runs four endpoints in this JVM, or what the launcher says: one server, the rest clients.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            boolean isServer = world.rank() == SERVER;
            try (Window window = world.allocateWindow(isServer ? BINS * Long.BYTES : 0, Long.BYTES)) {
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
        });
    }

    /** Counts some numbers by one update each, the others in batches of neighboring bins. */
    private static void count(Window window, int rank) {
        SplittableRandom random = new SplittableRandom(rank);
        long[] one = {1};
        long[] ones = new long[BATCH];
        Arrays.fill(ones, 1);
        window.lockAll();
        for (int i = 0; i < DRAWS; i++) {
            int bin = bin(random);
            if (i % BATCH == 0 && bin <= BINS - BATCH) {
                window.accumulate(ones, SERVER, bin, Operation.SUM);
            } else {
                window.accumulate(one, SERVER, bin, Operation.SUM);
            }
        }
        window.unlockAll();
    }

    /** Returns the sum of two dice. */
    private static int bin(SplittableRandom random) {
        return random.nextInt(BINS / 2) + random.nextInt(BINS / 2);
    }

    private static long[] expected(int size) {
        long[] counts = new long[BINS];
        for (int rank = size == 1 ? 0 : 1; rank < size; rank++) {
            SplittableRandom random = new SplittableRandom(rank);
            for (int i = 0; i < DRAWS; i++) {
                int bin = bin(random);
                int bins = i % BATCH == 0 && bin <= BINS - BATCH ? BATCH : 1;
                for (int b = bin; b < bin + bins; b++) {
                    counts[b]++;
                }
            }
        }
        return counts;
    }

    private static void verify(Window window, int size, long elapsedNs) {
        MemorySegment table = window.shared(SERVER);
        long[] counts = table.toArray(ValueLayout.JAVA_LONG);
        long[] expected = expected(size);
        if (!Arrays.equals(counts, expected)) {
            throw new IllegalStateException("the counts are wrong: counts=" + Arrays.toString(counts) + " expected="
                    + Arrays.toString(expected));
        }
        int clients = Math.max(1, size - 1);
        System.out.printf(
                Locale.ROOT,
                "%d clients, %d updates, %d counts in %d bins, exact; %.1f million updates a second%n",
                clients,
                (long) clients * DRAWS,
                Arrays.stream(counts).sum(),
                BINS,
                (double) clients * DRAWS / elapsedNs * 1e3);
    }
}
