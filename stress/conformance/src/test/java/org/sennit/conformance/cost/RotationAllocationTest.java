package org.sennit.conformance.cost;

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
