package org.sennit.bench.floor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.bench.measure.Batching;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * The floor between two processes of a host that share memory: of what fits a cache line the bare exchange of
 * two lines of a mapped file, of what is longer the copy through a ring in it, the sender filling one block
 * while the receiver empties another. Blocks of 8 and of 32 KiB are tried and the better counts: which it is
 * depends on the size and the caches.
 *
 * <p>One object and one thread a side.
 */
public final class MappedFloor implements PairFloor {
    /** Up to this a message fits beside the word that publishes it. */
    private static final long IN_LINE_BYTES = 56;

    private static final int SMALL_BLOCK_BYTES = 8 * 1024;
    private static final int LARGE_BLOCK_BYTES = 32 * 1024;
    private static final int LEAST_BLOCK_BYTES = 64;
    private static final int WARM_UP_BATCHES = 15;

    private final SharedLines lines;
    private final boolean isLeader;
    private final Ring out;
    private final Ring in;
    private long sequence;
    private boolean isWarm;

    /**
     * Makes one side of the floor.
     *
     * @param lines mapped by both sides
     * @param isLeader true on exactly one side
     */
    public MappedFloor(SharedLines lines, boolean isLeader) {
        this.lines = lines;
        this.isLeader = isLeader;
        this.out = new Ring(lines, isLeader ? 0 : 1);
        this.in = new Ring(lines, isLeader ? 1 : 0);
    }

    /** One direction: blocks in order, counted by the side that fills and by the side that empties. */
    private static final class Ring {
        private final SharedLines lines;
        private final MemorySegment memory;
        private final long headOffset;
        private final long tailOffset;

        /** Blocks that this side has filled or emptied; the other side's count is in the lines. */
        private long count;

        Ring(SharedLines lines, int which) {
            this.lines = lines;
            this.memory = lines.ring(which);
            this.headOffset = SharedLines.HEAD_OFFSET + which * SharedLines.RING_STRIDE;
            this.tailOffset = SharedLines.TAIL_OFFSET + which * SharedLines.RING_STRIDE;
        }

        void fill(MemorySegment source, long bytes, int blockBytes) {
            int blocks = SharedLines.RING_BYTES / blockBytes;
            for (long done = 0; done < bytes; done += blockBytes) {
                lines.awaitAtLeast(tailOffset, count + 1 - blocks);
                MemorySegment.copy(
                        source, done, memory, count % blocks * blockBytes, Math.min(blockBytes, bytes - done));
                lines.setRelease(headOffset, ++count);
            }
        }

        void empty(MemorySegment target, long bytes, int blockBytes) {
            int blocks = SharedLines.RING_BYTES / blockBytes;
            for (long done = 0; done < bytes; done += blockBytes) {
                lines.awaitAtLeast(headOffset, count + 1);
                MemorySegment.copy(
                        memory, count % blocks * blockBytes, target, done, Math.min(blockBytes, bytes - done));
                lines.setRelease(tailOffset, ++count);
            }
        }
    }

    @Override
    public String describe() {
        return "two lines of a mapped file, above " + IN_LINE_BYTES + " B the copy through a ring in it by both sides";
    }

    @Override
    public Summary oneWay(long sizeBytes, boolean isFresh, Batching batching) {
        Summary exchange = exchange(batching.batches());
        if (sizeBytes <= IN_LINE_BYTES) {
            return exchange;
        }
        return pingPong(sizeBytes, SMALL_BLOCK_BYTES, isFresh, batching)
                .orBetter(pingPong(sizeBytes, LARGE_BLOCK_BYTES, isFresh, batching));
    }

    private Summary exchange(int batches) {
        Samples samples = new Samples();
        int warmUp = isWarm ? batches / 5 + 1 : batches * WARM_UP_BATCHES;
        isWarm = true;
        for (int batch = -warmUp; batch < batches; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < 1000; i++) {
                sequence++;
                if (isLeader) {
                    lines.setRelease(SharedLines.LEADER_OFFSET, sequence);
                    lines.awaitAtLeast(SharedLines.FOLLOWER_OFFSET, sequence);
                } else {
                    lines.awaitAtLeast(SharedLines.LEADER_OFFSET, sequence);
                    lines.setRelease(SharedLines.FOLLOWER_OFFSET, sequence);
                }
            }
            if (batch >= 0) {
                samples.record((System.nanoTime() - start) / 2.0 / 1000);
            }
        }
        return samples.summary();
    }

    private Summary pingPong(long sizeBytes, int blockBytes, boolean isFresh, Batching batching) {
        MemorySegment source = Arena.ofAuto().allocate(sizeBytes, 4096);
        MemorySegment target = Arena.ofAuto().allocate(sizeBytes, 4096);
        Samples samples = new Samples();
        int warmUp = batching.warmUpBatches() + 50;
        for (int batch = -warmUp; batch < batching.batches(); batch++) {
            if (isFresh) {
                source.fill((byte) batch);
            }
            long start = System.nanoTime();
            for (int i = 0; i < batching.iterations(); i++) {
                if (isLeader) {
                    out.fill(source, sizeBytes, blockBytes);
                    in.empty(target, sizeBytes, blockBytes);
                } else {
                    in.empty(target, sizeBytes, blockBytes);
                    out.fill(source, sizeBytes, blockBytes);
                }
            }
            if (batch >= 0) {
                samples.record((System.nanoTime() - start) / 2.0 / batching.iterations());
            }
        }
        return samples.summary();
    }

    @Override
    public Summary stream(long sizeBytes, int window, int batches) {
        int block = Math.clamp(sizeBytes, LEAST_BLOCK_BYTES, LARGE_BLOCK_BYTES);
        int blockBytes = Integer.highestOneBit(2 * block - 1); // divides the ring
        MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, sizeBytes), 4096);
        Samples samples = new Samples();
        for (int batch = -(batches / 5 + 50); batch < batches; batch++) {
            long start = System.nanoTime();
            for (int i = 0; i < window; i++) {
                if (isLeader) {
                    out.fill(memory, Math.max(1, sizeBytes), blockBytes);
                } else {
                    in.empty(memory, Math.max(1, sizeBytes), blockBytes);
                }
            }
            answer();
            if (batch >= 0) {
                samples.record((System.nanoTime() - start) / (double) window);
            }
        }
        return samples.summary();
    }

    /** Called when the follower has got the window. */
    private void answer() {
        if (isLeader) {
            in.empty(MemorySegment.ofArray(new byte[1]), 1, LEAST_BLOCK_BYTES);
        } else {
            out.fill(MemorySegment.ofArray(new byte[1]), 1, LEAST_BLOCK_BYTES);
        }
    }

    @Override
    public void close() {}
}
