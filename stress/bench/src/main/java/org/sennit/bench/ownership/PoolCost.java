package org.sennit.bench.ownership;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolOptions;

/**
 * What a pair of alloc and free costs one endpoint: in a receiver-side pool, in a sender-side pool, and from the C
 * library, in turn in one run. One thread.
 */
public final class PoolCost {
    /** From the thesis's 8 bytes up to the largest of its messages. */
    public static final List<Long> SIZES_BYTES = List.of(8L, 256L, 4096L, 1L << 16, 1L << 21);

    private static final int PAIRS_A_BATCH = 2000;
    private static final int WARM_UP_BATCHES = 400;
    private static final String LINE = "%-10s %16s %16s %16s %12s %12s %12s%n";

    private final int batches;
    private final PrintStream out;

    /**
     * A size's figures, ns a pair.
     *
     * @param sizeBytes of each buffer
     * @param receiver of a receiver-side pool
     * @param sender of a sender-side pool
     * @param malloc of the C library
     */
    public record Cost(long sizeBytes, Summary receiver, Summary sender, Summary malloc) {}

    /**
     * Makes a run that has not begun.
     *
     * @param batches how many timed batches of each row
     * @param out receives the table
     */
    public PoolCost(int batches, PrintStream out) {
        this.batches = batches;
        this.out = out;
    }

    /** Measures all sizes and prints a line for each. Blocks. */
    public void run() {
        out.printf(
                "# alloc + free by one endpoint, ns a pair, median and best of %d batches of %d%n",
                batches, PAIRS_A_BATCH);
        out.printf(LINE, "# Size", "receiver side", "sender side", "malloc/free", "best", "best", "best");
        for (Cost cost : measure(SIZES_BYTES)) {
            out.printf(
                    LINE,
                    cost.sizeBytes,
                    number(cost.receiver.medianNs()),
                    number(cost.sender.medianNs()),
                    number(cost.malloc.medianNs()),
                    number(cost.receiver.bestNs()),
                    number(cost.sender.bestNs()),
                    number(cost.malloc.bestNs()));
        }
    }

    private static String number(double ns) {
        return String.format(Locale.ROOT, "%.1f", ns);
    }

    /**
     * Measures sizes.
     *
     * @param sizesBytes of the buffers
     * @return a figure for each
     */
    public List<Cost> measure(List<Long> sizesBytes) {
        List<Cost> costs = new ArrayList<>();
        Job.run(1, endpoint -> sizesBytes.forEach(sizeBytes -> costs.add(cost(endpoint, sizeBytes))));
        return costs;
    }

    private Cost cost(Endpoint endpoint, long sizeBytes) {
        PoolOptions options = OwnershipPool.defaults(endpoint).checked(false);
        try (OwnershipPool receiver = OwnershipPool.open(endpoint, options.senderSide(false));
                OwnershipPool sender = OwnershipPool.open(endpoint, options.senderSide(true))) {
            Samples ofReceiver = new Samples();
            Samples ofSender = new Samples();
            Samples ofMalloc = new Samples();
            for (int batch = -WARM_UP_BATCHES; batch < batches; batch++) {
                if (batch == 0) {
                    ofReceiver.reset();
                    ofSender.reset();
                    ofMalloc.reset();
                }
                ofReceiver.record(pairs(receiver, sizeBytes));
                ofSender.record(pairs(sender, sizeBytes));
                long start = System.nanoTime();
                NativeHeap.pairs(sizeBytes, PAIRS_A_BATCH);
                ofMalloc.record((System.nanoTime() - start) / (double) PAIRS_A_BATCH);
            }
            return new Cost(sizeBytes, ofReceiver.summary(), ofSender.summary(), ofMalloc.summary());
        }
    }

    private static double pairs(OwnershipPool pool, long sizeBytes) {
        long start = System.nanoTime();
        for (int i = 0; i < PAIRS_A_BATCH; i++) {
            pool.free(pool.alloc(sizeBytes));
        }
        return (System.nanoTime() - start) / (double) PAIRS_A_BATCH;
    }
}
