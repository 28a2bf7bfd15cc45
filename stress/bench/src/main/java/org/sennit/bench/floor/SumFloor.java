package org.sennit.bench.floor;

import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * The floor of a sum over two threads of one JVM: they meet, each adds one half of both arrays in plain loops and puts
 * it into both results, block by block, and they meet again. One object and one thread a side.
 */
final class SumFloor {
    /** What both operands and a result have room for in the first cache. */
    private static final int BLOCK_DOUBLES = 1024;

    private static final int WARM_UP = 2000;

    private final MemoryFloor.Meeting meeting;
    private final int side;
    private final Runnable meet;

    SumFloor(MemoryFloor.Meeting meeting, boolean isLeader, Runnable meet) {
        this.meeting = meeting;
        this.side = isLeader ? 0 : 1;
        this.meet = meet;
    }

    /** Returns the time of a sum of that many doubles, in ns; warm, as OSU's. */
    Summary measure(int doubles, Batching batching) {
        meeting.operands[side] = new double[doubles];
        meeting.sums[side] = new double[doubles];
        meet.run();
        for (int i = 0; i < WARM_UP; i++) {
            add(doubles);
        }
        Samples samples = new Samples();
        for (int batch = 0; batch < batching.batches(); batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < batching.iterations(); i++) {
                add(doubles);
            }
            samples.record((System.nanoTime() - start) / (double) batching.iterations());
        }
        return samples.summary();
    }

    private void add(int doubles) {
        meet.run();
        int half = doubles / 2;
        int end = side == 0 ? half : doubles;
        double[] own = meeting.sums[side];
        double[] other = meeting.sums[1 - side];
        for (int at = side == 0 ? 0 : half; at < end; at += BLOCK_DOUBLES) {
            int until = Math.min(end, at + BLOCK_DOUBLES);
            addBlock(meeting.operands[0], meeting.operands[1], own, at, until);
            System.arraycopy(own, at, other, at, until - at);
        }
        meet.run();
    }

    private static void addBlock(double[] left, double[] right, double[] sum, int from, int to) {
        for (int i = from; i < to; i++) {
            sum[i] = left[i] + right[i];
        }
    }
}
