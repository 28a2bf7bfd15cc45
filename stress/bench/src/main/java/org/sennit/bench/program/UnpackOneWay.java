package org.sennit.bench.program;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.sennit.Communicator;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;

/**
 * Rank 1 writes all of its memory and passes it on with the time of passing inside; rank 0 gets it, reads all of it and
 * looks at the clock: communication and unpacking. In turn, a buffer that is given, and a message that is sent from the
 * memory of the plan and received in the same kind. Both ranks read one monotonic clock of the host.
 *
 * <p>Rank 0 asks by giving a buffer of the same size, untouched, so that both pools stay as they are.
 */
final class UnpackOneWay implements Workload {
    private static final int DATA_TAG = 1;
    private static final int ASK_TAG = 2;
    private static final int TRANSFERS_A_BATCH = 4;

    /** The receiver waits before this time is over, so that the figure is of an expected message. */
    private static final long HEAD_START_NS = 2_000;

    private static final byte[] NOTHING = {};

    private final Communicator world;
    private final int transfers;
    private final long sizeBytes;
    private final OwnershipPool pool;
    private final Handover handover;
    private final Object memory;
    private final MemorySegment view;
    private Summary sent = Summary.NONE;
    private long checksum;

    UnpackOneWay(Communicator world, Plan plan, long sizeBytes) {
        this.world = world;
        this.transfers = TRANSFERS_A_BATCH * plan.batches();
        this.sizeBytes = Math.max(Long.BYTES, sizeBytes);
        this.pool = world.rank() < 2 ? OwnershipPool.of(world.endpoint()) : null;
        this.handover = pool == null ? null : pool.over(world);
        this.memory = BenchMemory.ofBytes(world, plan, this.sizeBytes);
        this.view = BenchMemory.view(memory);
    }

    @Override
    public void warmUp(int batches) {
        for (int i = 0; i < Math.max(batches, transfers / 5 + 1); i++) {
            given((byte) i);
            sent((byte) i);
        }
    }

    @Override
    public Summary measure() {
        Samples ofGiven = new Samples();
        Samples ofSent = new Samples();
        for (int i = 0; i < transfers; i++) {
            ofGiven.record(given((byte) i));
            ofSent.record(sent((byte) i));
        }
        sent = ofSent.summary();
        return ofGiven.summary();
    }

    @Override
    public Map<String, Summary> beside() {
        return Map.of(Benchmark.SEND_RECEIVE, sent);
    }

    private double given(byte round) {
        if (world.rank() == 1) {
            pool.free(handover.take(0, ASK_TAG));
            OwnedBuffer buffer = pool.alloc(sizeBytes);
            write(buffer.segment(), round);
            handover.give(buffer, 0, DATA_TAG);
            return 0;
        }
        handover.give(pool.alloc(sizeBytes), 1, ASK_TAG);
        OwnedBuffer buffer = handover.take(1, DATA_TAG);
        double ns = read(buffer.segment());
        pool.free(buffer);
        return ns;
    }

    private double sent(byte round) {
        if (world.rank() == 1) {
            world.receive(NOTHING, 0, ASK_TAG);
            write(view, round);
            world.send(memory, 0, DATA_TAG);
            return 0;
        }
        world.send(NOTHING, 1, ASK_TAG);
        world.receive(memory, 1, DATA_TAG);
        return read(view);
    }

    private void write(MemorySegment memory, byte round) {
        memory.fill(round);
        long start = System.nanoTime();
        long now = start;
        while (now - start < HEAD_START_NS) {
            Thread.onSpinWait();
            now = System.nanoTime();
        }
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, now);
    }

    private double read(MemorySegment memory) {
        checksum += BenchMemory.sum(memory);
        return System.nanoTime() - memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    @Override
    public void close() {
        pool.trim(0);
    }

    @Override
    public String toString() {
        return "checksum=" + checksum;
    }
}
