package org.sennit.internal.endpoints.coll.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.sennit.internal.endpoints.coll.schedule.BlockTable;
import org.sennit.internal.endpoints.coll.schedule.CollectiveAlgorithm;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;
import org.sennit.internal.endpoints.coll.schedule.ScheduleSimulation;

/**
 * A collective of blocks over some ranks, run in a {@link ScheduleSimulation}: memories with random contents and some
 * bytes around them, which a serial model changes as the collective should.
 */
final class BlockExchange {
    final ProcessMap map; // of the first side
    private final List<ProcessMap> sides;
    final CollectiveCall[] calls;
    final byte[][] in;
    final byte[][] out;
    final int[] inBase;
    final int[] outBase;
    final byte[][] expectedIn;
    final byte[][] expectedOut;
    private final RandomGenerator random;

    BlockExchange(ProcessMap map, RandomGenerator random) {
        this(List.of(map), random);
    }

    /** Over the two sides of an intercommunicator: ranks of the second are counted on from the first's. */
    BlockExchange(List<ProcessMap> sides, RandomGenerator random) {
        int n = sides.stream().mapToInt(ProcessMap::size).sum();
        this.sides = sides;
        this.map = sides.getFirst();
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

    /** A table of blocks with given lengths, in any order and with gaps. */
    BlockTable scattered(long[] bytes) {
        int n = bytes.length;
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        long[] offsets = new long[n];
        long at = 0;
        for (int i : order) {
            at += random.nextInt(3) * random.nextInt(5);
            offsets[i] = at;
            at += bytes[i];
        }
        return new BlockTable(offsets, bytes);
    }

    /** How long a memory with the blocks of a table must be. */
    static long end(BlockTable table) {
        long end = 0;
        for (int i = 0; i < table.length(); i++) {
            end = Math.max(end, table.offset(i) + table.bytes(i));
        }
        return end;
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

    /** The schedules of a side's ranks. */
    CollectiveSchedule[] schedules(CollectiveAlgorithm algorithm, int side) {
        ProcessMap map = sides.get(side);
        int remoteSize = sides.size() == 1 ? 0 : sides.get(1 - side).size();
        CollectiveSchedule[] schedules = new CollectiveSchedule[map.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
            CollectiveCall call = calls[first(side) + rank];
            ScheduleBuilder builder = new ScheduleBuilder(map, rank, call.unitBytes, remoteSize);
            algorithm.append(builder, call);
            schedules[rank] = builder.build();
        }
        return schedules;
    }

    private int first(int side) {
        return side == 0 ? 0 : sides.getFirst().size();
    }

    /** Runs it and compares all memories with the model's. */
    void check(CollectiveAlgorithm algorithm) {
        check(algorithm, UnaryOperator.identity());
    }

    /** The same, after something has been done to the schedules of a side. */
    void check(CollectiveAlgorithm algorithm, UnaryOperator<CollectiveSchedule[]> change) {
        long seed = random.nextLong();
        run(algorithm, change, seed);
        for (int rank = 0; rank < in.length; rank++) {
            assertArrayEquals(expectedOut[rank], out[rank], text(algorithm, seed) + ": result of " + rank);
            assertArrayEquals(expectedIn[rank], in[rank], text(algorithm, seed) + ": what " + rank + " gives");
        }
    }

    private void run(CollectiveAlgorithm algorithm, UnaryOperator<CollectiveSchedule[]> change, long seed) {
        List<CollectiveSchedule[]> schedules = new ArrayList<>();
        for (int side = 0; side < sides.size(); side++) {
            schedules.add(change.apply(schedules(algorithm, side)));
        }
        ScheduleSimulation simulation = new ScheduleSimulation(sides, schedules, seed);
        for (int side = 0; side < sides.size(); side++) {
            for (int rank = 0; rank < sides.get(side).size(); rank++) {
                int i = first(side) + rank;
                simulation
                        .memory(side, rank, in[i], inBase[i], out[i], outBase[i])
                        .call(side, rank, calls[i]);
            }
        }
        try {
            simulation.run();
        } catch (RuntimeException e) {
            throw new AssertionError(text(algorithm, seed), e);
        }
    }

    private String text(CollectiveAlgorithm algorithm, long seed) {
        return calls[0].kind + " " + algorithm.name() + " processes="
                + sides.stream().map(Placements::text).toList() + " bytes="
                + Arrays.toString(
                        Arrays.stream(calls).mapToLong(call -> call.bytes).toArray()) + " root="
                + calls[0].root + " inPlace=" + Arrays.stream(calls).anyMatch(call -> call.isInPlace) + " seed=" + seed;
    }
}
