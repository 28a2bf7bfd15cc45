package org.sennit.conformance.cost;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
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

    private static MemorySegment[] segments() {
        return IntStream.range(0, MEMORIES)
                .mapToObj(i -> Arena.ofAuto().allocate(100 * Double.BYTES, Double.BYTES))
                .toArray(MemorySegment[]::new);
    }

    @Test
    @Tag("stress")
    void collectivesOfManyRootsAllocateNothing() {
        Job.run(ROOTS, endpoint -> {
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
