package org.sennit.conformance.cost;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.config.Options;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Collectives of many shapes in rotation, roots or lengths, allocate nothing once each shape has been used. */
@Deadline(seconds = 300)
@Behaviours(144)
class RotationAllocationTest {
    private static final int LENGTHS = 900;
    private static final int ROOTS = 66;
    private static final int MEMORIES = 8;

    @Test
    void collectivesOfManyLengthsAllocateNothing() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            double[] in = new double[LENGTHS];
            double[] out = new double[LENGTHS];
            DataLayout[] lengths = IntStream.rangeClosed(1, LENGTHS)
                    .mapToObj(DataLayout.DOUBLE::count)
                    .toArray(DataLayout[]::new);
            int[] next = {0};
            SteadyState.await(
                    world, 2 * LENGTHS, 0, () -> world.allreduce(in, out, lengths[next[0]++ % LENGTHS], Operation.SUM));
        });
    }

    /** Off the heap, where the loops work on views of the memories. */
    @Test
    void reductionsOfManyMemoriesAllocateNothing() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            MemorySegment[] in = segments();
            MemorySegment[] out = segments();
            int[] next = {0};
            SteadyState.await(world, 10 * MEMORIES, 0, () -> {
                int i = next[0]++ % MEMORIES;
                world.allreduce(in[i], out[(i + 3) % MEMORIES], DataLayout.DOUBLE, Operation.SUM);
                world.reduce(in[i], out[(i + 5) % MEMORIES], DataLayout.DOUBLE, Operation.SUM, i % 3);
            });
        });
    }

    /** Arrays of eight bits an element, whose loops are not those of numbers. */
    @ParameterizedTest
    @CsvSource({"serialized, 7", "serialized, 3000", "multiple, 7", "multiple, 3000"})
    void reductionsOfBooleansAllocateNothing(String level, int length) {
        Job.run(3, Options.fromEnvironment().with("thread.level", level), endpoint -> {
            Communicator world = endpoint.world();
            boolean[][] in = new boolean[MEMORIES][length];
            boolean[][] out = new boolean[MEMORIES][length];
            int[] next = {0};
            SteadyState.await(world, 10 * MEMORIES, 0, () -> {
                int step = next[0]++;
                int i = step % MEMORIES;
                int j = (i + 3) % MEMORIES;
                world.allreduce(in[i], out[j], Operation.LAND);
                world.allreduce(Communicator.IN_PLACE, out[j], Operation.LXOR);
                world.reduce(in[i], out[j], Operation.LOR, step % 3);
                world.scan(in[i], out[j], Operation.LAND);
                world.broadcast(out[j], step % 3);
            });
        });
    }

    private static MemorySegment[] segments() {
        return IntStream.range(0, MEMORIES)
                .mapToObj(i -> Arena.ofAuto().allocate(100 * Double.BYTES, Double.BYTES))
                .toArray(MemorySegment[]::new);
    }

    /** Blocks of 100 doubles go with the flags, of 300 where they lie. */
    @ParameterizedTest
    @CsvSource({
        "array, serialized, 300",
        "array, multiple, 300",
        "array, multiple, 100",
        "buffer of an array, serialized, 300",
        "buffer of an array, multiple, 300",
        "direct buffer, serialized, 300",
        "direct buffer, serialized, 100",
        "direct buffer, multiple, 300",
        "segment, serialized, 300",
        "segment, multiple, 300"
    })
    void collectivesOfManyMemoriesAllocateNothing(String kind, String level, int doubles) {
        Job.run(2, Options.fromEnvironment().with("thread.level", level), endpoint -> {
            Communicator world = endpoint.world();
            Object[] in = memories(kind, doubles);
            Object[] out = memories(kind, doubles);
            Object[] all = memories(kind, 2 * doubles);
            DataLayout block = DataLayout.DOUBLE.count(doubles);
            int[] next = {0};
            SteadyState.await(world, 20 * MEMORIES, 0, () -> {
                int step = next[0]++;
                int i = step % MEMORIES;
                int j = (i + 3) % MEMORIES;
                int root = step & 1;
                world.allreduce(in[i], out[j], block, Operation.SUM);
                world.reduce(in[i], out[j], block, Operation.SUM, root);
                world.scan(in[i], out[j], block, Operation.SUM);
                world.broadcast(out[i], block, root);
                world.allgather(in[i], block, all[j], block);
                world.gather(in[i], block, all[j], block, root);
                world.scatter(all[i], block, out[j], block, root);
            });
        });
    }

    private static Object[] memories(String kind, int doubles) {
        int bytes = doubles * Double.BYTES;
        return IntStream.range(0, MEMORIES)
                .mapToObj(i -> switch (kind) {
                    case "array" -> new double[doubles];
                    case "buffer of an array" -> ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
                    case "direct buffer" -> ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
                    default -> Arena.ofAuto().allocate(bytes, Double.BYTES);
                })
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"serialized", "multiple"})
    @Tag("stress")
    void collectivesOfManyRootsAllocateNothing(String level) {
        Job.run(ROOTS, Options.fromEnvironment().with("thread.level", level), endpoint -> {
            Communicator world = endpoint.world();
            double[] one = new double[20];
            double[] sum = new double[20];
            double[] all = new double[20 * ROOTS];
            int[] next = {0};
            SteadyState.await(world, ROOTS, 0, () -> {
                int root = next[0]++ % ROOTS;
                world.broadcast(one, root);
                world.reduce(one, sum, Operation.SUM, root);
                world.gather(one, all, root);
                world.scatter(all, one, root);
            });
        });
    }
}
