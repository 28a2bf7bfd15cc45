package org.sennit.bench.strided;

import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.bench.program.WarmUp;
import org.sennit.message.DataLayout;

/**
 * Messages of 1 MiB of doubles, every third of a memory, between two endpoints of this JVM: the time until the receiver
 * has them, beside the loop of one thread that copies the same elements between the same memories, in turn, in one run.
 * The loop is the faster one of two, over arrays and over segments. One thread.
 */
public final class StridedTransfer {
    private static final int COUNT = 1 << 17;
    private static final int TAG = 5;
    private static final int BATCH = 5;
    private static final int WARM_UP_BATCHES = 50; // half a second, three at most
    private static final double NS_PER_US = 1e3;
    private static final String LINE = "%-22s %-8s %10s %10s %8s %12s %8s%n";

    private final int batches;
    private final PrintStream out;
    private final double[] fromArray = new double[3 * COUNT];
    private final double[] toArray = new double[3 * COUNT];
    private final MemorySegment fromSegment = Arena.ofAuto().allocate(24L * COUNT, 64);
    private final MemorySegment toSegment = Arena.ofAuto().allocate(24L * COUNT, 64);

    /**
     * Makes a run that has not begun.
     *
     * @param batches how many timed batches of each row
     * @param out receives the table
     */
    public StridedTransfer(int batches, PrintStream out) {
        this.batches = batches;
        this.out = out;
        Arrays.fill(fromArray, 1);
        Arrays.fill(toArray, 1);
        fromSegment.fill((byte) 1);
        toSegment.fill((byte) 1);
    }

    /**
     * Medians of a row.
     *
     * @param messageNs until the receiver has the message
     * @param bestNs the same, the best
     * @param byHandNs of the loop
     */
    private record Figure(double messageNs, double bestNs, double byHandNs) {
        /** Returns the speed of the message as a share of the loop's. */
        double ratio() {
            return byHandNs / messageNs;
        }
    }

    /** Measures all rows and prints a line for each. Blocks. */
    public void run() {
        out.printf("# 1 MiB of doubles, 8 of 24 bytes, -n 1 -t 2, medians of %d batches of %d%n", batches, BATCH);
        out.printf(LINE, "# Message", "Memory", "us", "GB/s", "best us", "by hand us", "ratio");
        for (Direction direction : Direction.values()) {
            for (boolean isArray : new boolean[] {true, false}) {
                Figure figure = measured(direction, isArray);
                out.printf(
                        LINE,
                        direction.words(),
                        isArray ? "array" : "segment",
                        number("%.1f", figure.messageNs / NS_PER_US),
                        number("%.1f", 8.0 * COUNT / figure.messageNs),
                        number("%.1f", figure.bestNs / NS_PER_US),
                        number("%.1f", figure.byHandNs / NS_PER_US),
                        number("%.2f", figure.ratio()));
            }
        }
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Returns the speed from every third element to a row by the loop's; the worse of arrays and segments. */
    public double gatherRatio() {
        return Math.min(
                measured(Direction.GATHER, true).ratio(),
                measured(Direction.GATHER, false).ratio());
    }

    private Figure measured(Direction direction, boolean isArray) {
        double[] messages = new double[batches];
        double[] loops = new double[batches];
        DataLayout sent = direction.ofSender(COUNT);
        DataLayout received = direction.ofReceiver(COUNT);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                sendBatches(world, isArray ? fromArray : fromSegment, sent);
                return;
            }
            Object to = isArray ? toArray : toSegment;
            WarmUp warmUp = WarmUp.of(WARM_UP_BATCHES, true);
            while (warmUp.isDue(System.nanoTime())) {
                byHandNs(direction);
                batchNs(world, to, received);
            }
            for (int batch = 0; batch < batches; batch++) {
                loops[batch] = byHandNs(direction);
                messages[batch] = batchNs(world, to, received);
            }
            world.send(new int[] {0}, 0, TAG);
        });
        Arrays.sort(messages);
        Arrays.sort(loops);
        return new Figure(messages[batches / 2], messages[0], loops[batches / 2]);
    }

    /** Sends a batch, at rank 0, whenever rank 1 asks for one, until it says that there is no other. */
    private static void sendBatches(Communicator world, Object from, DataLayout layout) {
        int[] asked = new int[1];
        byte[] nothing = new byte[0];
        while (true) {
            world.receive(asked, 1, TAG);
            if (asked[0] == 0) {
                return;
            }
            for (int i = 0; i < BATCH; i++) {
                world.send(from, layout, 1, TAG);
                world.receive(nothing, 1, TAG);
            }
        }
    }

    /** Receives a batch at rank 1; returns ns a message. */
    private static double batchNs(Communicator world, Object to, DataLayout layout) {
        byte[] nothing = new byte[0];
        world.send(new int[] {1}, 0, TAG);
        long before = System.nanoTime();
        for (int i = 0; i < BATCH; i++) {
            world.receive(to, layout, 0, TAG);
            world.send(nothing, 0, TAG);
        }
        return (double) (System.nanoTime() - before) / BATCH;
    }

    /** Returns ns of the faster loop of the two. */
    private double byHandNs(Direction direction) {
        return Math.min(byHandNs(direction, true), byHandNs(direction, false));
    }

    private double byHandNs(Direction direction, boolean isArray) {
        long before = System.nanoTime();
        for (int i = 0; i < BATCH; i++) {
            if (isArray) {
                direction.byHand(fromArray, toArray, COUNT);
            } else {
                direction.byHand(fromSegment, toSegment, COUNT);
            }
        }
        return (double) (System.nanoTime() - before) / BATCH;
    }
}
