package org.sennit.bench.program;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * Random updates of a table that lies in equal parts with all ranks, after RandomAccess of HPC Challenge:
 * each is an atomic exclusive or of a word; at most 1024 of a rank are under way. The time is that of all
 * ranks for one update of any. Bare, the ranks do the same to the memory itself, with the same instruction.
 */
final class RandomUpdates implements Workload {
    /** What the rules of RandomAccess allow. */
    private static final int UNDER_WAY = 1024;

    private static final int BURSTS_A_BATCH = 4;
    private static final long POLYNOMIAL = 7;
    private static final int TARGET_SHIFT = 40;
    private static final int WORDS_SHIFT = 3;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final Communicator world;
    private final Window window;
    private final MemorySegment[] parts; // by rank; null: by the window
    private final int batches;
    private final int size;
    private final long placesMask;
    private final long[] value = new long[1];
    private long random;

    RandomUpdates(Communicator world, Plan plan, long sizeBytes) {
        this(world, plan, sizeBytes, false);
    }

    private RandomUpdates(Communicator world, Plan plan, long sizeBytes, boolean isBare) {
        this.world = world;
        this.size = world.size();
        this.batches = plan.batches();
        long words = Long.highestOneBit(Math.max(1, sizeBytes >> WORDS_SHIFT));
        this.placesMask = words - 1;
        this.window = world.allocateWindow(words << WORDS_SHIFT, Long.BYTES);
        this.parts = isBare ? new MemorySegment[size] : null;
        for (int rank = 0; isBare && rank < size; rank++) {
            parts[rank] = window.shared(rank);
        }
        this.random = 0x9E37_79B9_7F4A_7C15L * (world.rank() + 1);
    }

    /** Returns the floor of the same updates. Collective. */
    static RandomUpdates bare(Communicator world, Plan plan, long sizeBytes) {
        return new RandomUpdates(world, plan, sizeBytes, true);
    }

    @Override
    public void warmUp(int atLeast) {
        for (int batch = 0; batch < Math.max(atLeast, batches / 5 + 1); batch++) {
            batch();
        }
    }

    @Override
    public Summary measure() {
        Samples samples = new Samples();
        for (int batch = 0; batch < batches; batch++) {
            samples.record((double) batch() / BURSTS_A_BATCH / UNDER_WAY / size);
        }
        return samples.summary();
    }

    private long batch() {
        world.barrier();
        long start = System.nanoTime();
        window.lockAll();
        for (int burst = 0; burst < BURSTS_A_BATCH; burst++) {
            if (parts != null) {
                bareBurst();
            } else {
                burst();
                window.flushAll();
            }
        }
        window.unlockAll();
        world.barrier();
        return System.nanoTime() - start;
    }

    private void burst() {
        for (int i = 0; i < UNDER_WAY; i++) {
            random = random << 1 ^ (random < 0 ? POLYNOMIAL : 0);
            value[0] = random;
            int target = (int) (random >>> TARGET_SHIFT) % size;
            window.accumulate(value, target, random & placesMask, Operation.BXOR);
        }
    }

    private void bareBurst() {
        for (int i = 0; i < UNDER_WAY; i++) {
            random = random << 1 ^ (random < 0 ? POLYNOMIAL : 0);
            int target = (int) (random >>> TARGET_SHIFT) % size;
            long _ = (long) WORD.getAndBitwiseXor(parts[target], (random & placesMask) << WORDS_SHIFT, random);
        }
    }

    @Override
    public void close() {
        window.close();
    }
}
