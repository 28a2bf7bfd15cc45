package org.sennit.bench.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * The floor between two threads of one JVM: a bare exchange of two cache lines (each side writes its own, one pause in
 * the spin), and for larger sizes the copy out of what the other processor has just written, by the better of {@code
 * System.arraycopy} and {@code MemorySegment.copy}. A message can be faster than neither, so the higher of both is the
 * floor of a size.
 *
 * <p>The leader reads and takes the time, the follower writes; the memory of the writer is therefore handed over once.
 */
public final class MemoryFloor implements PairFloor {
    /** Above this size a copy counts; below it, the exchange carries the bytes in its own line. */
    private static final long IN_LINE_BYTES = 64;

    /** Copies of small blocks are timed in runs of this many blocks, all written by the other side before. */
    private static final int MOST_BLOCKS = 64;

    private static final long RUN_BYTES = 64 * 1024;

    /** The compiler works in the background, and until then an exchange takes twice as long. 100 batches: .1 s near. */
    private static final int FIRST_WARM_UP = 15;

    /** What both sides see beside the lines; the follower publishes its memory through the lines' words. */
    public static final class Meeting {
        private final SharedLines lines = SharedLines.inProcess();
        private byte[] array;
        private MemorySegment segment;

        // Of leader and follower; each puts its own before it meets the other.
        final double[][] operands = new double[2][];
        final double[][] sums = new double[2][];

        /**
         * Returns the lines, for the probe.
         *
         * @return always the same
         */
        public SharedLines lines() {
            return lines;
        }
    }

    private final Meeting meeting;
    private final boolean isLeader;
    private long sequence;
    private boolean isWarm;

    /**
     * Makes one side of the floor.
     *
     * @param meeting the same on both sides
     * @param isLeader true on exactly one side
     */
    public MemoryFloor(Meeting meeting, boolean isLeader) {
        this.meeting = meeting;
        this.isLeader = isLeader;
    }

    @Override
    public String describe() {
        return "two-line exchange, above " + IN_LINE_BYTES
                + " B the better of array copy and segment copy out of what the other core wrote, if higher (of sums:"
                + " half of them added by each core, for both)";
    }

    @Override
    public Summary oneWay(long sizeBytes, boolean isFresh, Batching batching) {
        Summary exchange = exchange(batching.batches(), 1000);
        if (sizeBytes <= IN_LINE_BYTES) {
            return exchange;
        }
        return copyOut(sizeBytes, isFresh, Math.max(50, batching.batches() / 2)).orHigher(exchange);
    }

    @Override
    public Summary stream(long sizeBytes, int window, int batches) {
        return copyOut(sizeBytes, false, Math.max(50, batches));
    }

    @Override
    public Summary sum(long sizeBytes, Batching batching) {
        return sizeBytes <= IN_LINE_BYTES
                ? exchange(batching.batches(), 1000)
                : new SumFloor(meeting, isLeader, this::meet).measure((int) (sizeBytes / Double.BYTES), batching);
    }

    /** Waits until both sides are here: one line each way. */
    private void meet() {
        long own = isLeader ? SharedLines.LEADER_OFFSET : SharedLines.FOLLOWER_OFFSET;
        long other = isLeader ? SharedLines.FOLLOWER_OFFSET : SharedLines.LEADER_OFFSET;
        meeting.lines.setRelease(own, ++sequence);
        meeting.lines.awaitAtLeast(other, sequence);
    }

    /**
     * Returns the bare exchange.
     *
     * @param batches timed batches
     * @param iterations round trips in each
     * @return ns one way
     */
    public Summary exchange(int batches, int iterations) {
        Samples samples = new Samples();
        int warmUp = batches * FIRST_WARM_UP;
        if (isWarm) {
            warmUp = batches / 5 + 1;
        }
        isWarm = true;
        for (int batch = -warmUp; batch < batches; batch++) {
            long start = System.nanoTime();
            if (isLeader) {
                lead(iterations);
            } else {
                follow(iterations);
            }
            double ns = (System.nanoTime() - start) / 2.0 / iterations;
            if (batch >= 0) {
                samples.record(ns);
            }
        }
        return samples.summary();
    }

    private void lead(int iterations) {
        SharedLines lines = meeting.lines;
        for (int i = 0; i < iterations; i++) {
            lines.setRelease(SharedLines.LEADER_OFFSET, ++sequence);
            lines.awaitAtLeast(SharedLines.FOLLOWER_OFFSET, sequence);
        }
    }

    private void follow(int iterations) {
        for (int i = 0; i < iterations; i++) {
            awaitAsked();
            answer();
        }
    }

    private void awaitAsked() {
        meeting.lines.awaitAtLeast(SharedLines.LEADER_OFFSET, ++sequence);
    }

    private void answer() {
        meeting.lines.setRelease(SharedLines.FOLLOWER_OFFSET, sequence);
    }

    /**
     * Returns the copy alone, without the hand-over.
     *
     * @param sizeBytes bytes a copy
     * @param isFresh whether the other side writes all of it before each copy
     * @param batches timed copies, or runs of copies where they are small
     * @return ns a copy, the better of both kinds
     */
    public Summary copyOut(long sizeBytes, boolean isFresh, int batches) {
        if (sizeBytes == 0) {
            return exchange(batches, 1000);
        }
        int blocks = Math.clamp(RUN_BYTES / sizeBytes, 1, MOST_BLOCKS);
        int length = Math.toIntExact(sizeBytes * blocks);
        if (isLeader) {
            lead(1);
        } else {
            awaitAsked();
            meeting.array = new byte[length];
            meeting.segment = Arena.ofAuto().allocate(length, 4096);
            answer();
        }
        return copies(true, (int) sizeBytes, blocks, isFresh, batches)
                .orBetter(copies(false, (int) sizeBytes, blocks, isFresh, batches));
    }

    private Summary copies(boolean isArray, int sizeBytes, int blocks, boolean isFresh, int batches) {
        byte[] array = new byte[isArray ? sizeBytes : 0];
        MemorySegment segment = Arena.ofAuto().allocate(isArray ? 1 : sizeBytes, 4096);
        Samples samples = new Samples();
        for (int batch = -(batches / 2 + 50); batch < batches; batch++) {
            if (!isLeader) {
                awaitAsked();
                if (isFresh || batch < 0) {
                    write(isArray, (byte) batch);
                }
                answer();
                continue;
            }
            lead(1);
            long start = System.nanoTime();
            if (isArray) {
                copyArray(array, sizeBytes, blocks);
            } else {
                copySegment(segment, sizeBytes, blocks);
            }
            double ns = (System.nanoTime() - start) / (double) blocks;
            if (batch >= 0) {
                samples.record(ns);
            }
        }
        return samples.summary();
    }

    private void write(boolean isArray, byte value) {
        if (isArray) {
            Arrays.fill(meeting.array, value);
        } else {
            meeting.segment.fill(value);
        }
    }

    private void copyArray(byte[] target, int sizeBytes, int blocks) {
        for (int block = 0; block < blocks; block++) {
            System.arraycopy(meeting.array, block * sizeBytes, target, 0, sizeBytes);
        }
    }

    private void copySegment(MemorySegment target, int sizeBytes, int blocks) {
        for (int block = 0; block < blocks; block++) {
            MemorySegment.copy(meeting.segment, (long) block * sizeBytes, target, 0, sizeBytes);
        }
    }

    @Override
    public void close() {}
}
