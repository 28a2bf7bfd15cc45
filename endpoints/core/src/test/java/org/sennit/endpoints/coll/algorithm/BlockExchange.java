package org.sennit.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.sennit.endpoints.coll.schedule.BlockTable;
import org.sennit.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.endpoints.coll.schedule.CollectiveCall;
import org.sennit.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.endpoints.coll.schedule.ScheduleSimulation;
import org.sennit.endpoints.coll.schedule.Spread;

/**
 * A collective of blocks over some ranks, run in a {@link ScheduleSimulation}: memories with random contents and some
 * bytes around them, which a serial model changes as the collective should.
 */
final class BlockExchange {
    final Spread spread;
    final CollectiveCall[] calls;
    final byte[][] in;
    final byte[][] out;
    final int[] inBase;
    final int[] outBase;
    final byte[][] expectedIn;
    final byte[][] expectedOut;
    private final RandomGenerator random;

    BlockExchange(Spread spread, RandomGenerator random) {
        int n = spread.size();
        this.spread = spread;
        this.random = random;
        this.calls = new CollectiveCall[n];
        this.in = new byte[n][0];
        this.out = new byte[n][0];
        this.inBase = new int[n];
        this.outBase = new int[n];
        this.expectedIn = new byte[n][];
        this.expectedOut = new byte[n][];
    }

    /** Gives a rank memory for what it sends. */
    void giveIn(int rank, long bytes) {
        inBase[rank] = random.nextInt(9);
        in[rank] = drawn(inBase[rank] + bytes + random.nextInt(9));
    }

    /** Gives a rank memory for what it receives. */
    void giveOut(int rank, long bytes) {
        outBase[rank] = random.nextInt(9);
        out[rank] = drawn(outBase[rank] + bytes + random.nextInt(9));
    }

    /** A rank's IN lies in its OUT. */
    void inPlace(int rank, long at) {
        calls[rank].isInPlace = true;
        in[rank] = out[rank];
        inBase[rank] = outBase[rank] + (int) at;
    }

    /** A rank's OUT lies in its IN. */
    void outInPlace(int rank, long at) {
        calls[rank].isInPlace = true;
        out[rank] = in[rank];
        outBase[rank] = inBase[rank] + (int) at;
    }

    private byte[] drawn(long length) {
        byte[] bytes = new byte[(int) length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** From here on, {@link #expect} may be used. */
    void model() {
        for (int rank = 0; rank < in.length; rank++) {
            expectedIn[rank] = in[rank].clone();
            expectedOut[rank] = out[rank] == in[rank] ? expectedIn[rank] : out[rank].clone();
        }
    }

    /** A block of what one rank had before goes to another's result. */
    void expect(int from, long fromAt, int to, long toAt, long bytes) {
        System.arraycopy(in[from], inBase[from] + (int) fromAt, expectedOut[to], outBase[to] + (int) toAt, (int) bytes);
    }

    /** The schedules of all ranks. */
    static CollectiveSchedule[] schedules(CollectiveAlgorithm algorithm, Spread spread, CollectiveCall[] calls) {
        CollectiveSchedule[] schedules = new CollectiveSchedule[spread.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
            ScheduleBuilder builder = new ScheduleBuilder(spread, rank, calls[rank].unitBytes);
            algorithm.append(builder, calls[rank]);
            schedules[rank] = builder.build();
        }
        return schedules;
    }

    /** Runs it and compares all memories with the model's. */
    void check(CollectiveAlgorithm algorithm) {
        CollectiveSchedule[] schedules = schedules(algorithm, spread, calls);
        long seed = random.nextLong();
        String text = calls[0].kind + " " + algorithm.name() + " processes=" + Placements.text(spread) + " bytes="
                + Arrays.toString(
                        Arrays.stream(calls).mapToLong(call -> call.bytes).toArray()) + " root="
                + calls[0].root + " inPlace=" + (calls[Math.max(0, calls[0].root)].isInPlace) + " seed=" + seed;
        ScheduleSimulation simulation = new ScheduleSimulation(spread, schedules, seed);
        for (int rank = 0; rank < in.length; rank++) {
            simulation.memory(rank, in[rank], inBase[rank], out[rank], outBase[rank]);
            BlockTable table = calls[rank].sendBlocks;
            simulation.table(rank, table == null ? new BlockTable(new long[1], new long[] {calls[rank].bytes}) : table);
        }
        try {
            simulation.run();
        } catch (RuntimeException e) {
            throw new AssertionError(text, e);
        }
        for (int rank = 0; rank < in.length; rank++) {
            assertArrayEquals(expectedOut[rank], out[rank], text + ": result of rank " + rank);
            assertArrayEquals(expectedIn[rank], in[rank], text + ": what rank " + rank + " gives");
        }
    }
}
