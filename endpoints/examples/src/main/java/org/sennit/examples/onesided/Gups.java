package org.sennit.examples.onesided;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.Window;

/**
 * The program {@code gups}: random updates of a table that lies in parts in the memory of all endpoints, after the
 * RandomAccess benchmark of HPC Challenge. Each update is an atomic exclusive or, so that a second run of the same
 * updates restores the table, which is verified exactly; the original allows one in a hundred to be lost.
 *
 * <p>For users of MPI: {@code MPI_Fetch_and_op} with {@code MPI_BXOR} on a window that {@code MPI_Win_allocate} has
 * made.
 */
public final class Gups {
    private static final int LOG_PART = 16;
    private static final int PART = 1 << LOG_PART; // elements of each endpoint
    private static final int UPDATES = 4 * PART; // of each endpoint
    private static final long POLYNOMIAL = 7;

    private Gups() {}

    /**
     * Runs two endpoints in this JVM, or what the launcher says.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            try (Window window = world.allocateWindow((long) PART * Long.BYTES, Long.BYTES)) {
                MemorySegment part = window.shared(world.rank());
                for (int i = 0; i < PART; i++) {
                    part.setAtIndex(ValueLayout.JAVA_LONG, i, initial(world.rank(), i));
                }
                update(world, window); // which the compiler gets to know
                update(world, window);
                verify(world, part);
                long elapsedNs = update(world, window);
                update(world, window);
                verify(world, part);
                if (world.rank() == 0) {
                    System.out.printf(
                            Locale.ROOT,
                            "%d endpoints, table of %d elements, %d updates, exact; %.4f GUPS%n",
                            world.size(),
                            (long) world.size() * PART,
                            (long) world.size() * UPDATES,
                            (double) world.size() * UPDATES / elapsedNs);
                }
            }
        });
    }

    private static long initial(int rank, int index) {
        return (long) rank << LOG_PART | index;
    }

    /** Updates random elements of all; returns the time it took, in nanoseconds. */
    private static long update(Communicator world, Window window) {
        long[] value = new long[1];
        long[] old = new long[1];
        int size = world.size();
        long random = start(world.rank());
        world.barrier();
        long startNs = System.nanoTime();
        window.lockAll();
        for (int i = 0; i < UPDATES; i++) {
            random = next(random);
            value[0] = random;
            int target = (int) (random >>> LOG_PART & 0x7fff_ffff) % size;
            window.fetchAndOp(value, old, target, random & PART - 1, Operation.BXOR);
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

    private static void verify(Communicator world, MemorySegment part) {
        int wrong = 0;
        for (int i = 0; i < PART; i++) {
            wrong += part.getAtIndex(ValueLayout.JAVA_LONG, i) == initial(world.rank(), i) ? 0 : 1;
        }
        if (wrong > 0) {
            throw new IllegalStateException("updates were lost: rank=" + world.rank() + " wrong elements=" + wrong);
        }
        world.barrier();
    }
}
