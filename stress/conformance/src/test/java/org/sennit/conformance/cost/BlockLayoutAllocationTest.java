package org.sennit.conformance.cost;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.config.Options;
import org.sennit.message.DataLayout;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Blocking collectives whose blocks have a layout allocate nothing once they are warm, with sixteen memories and
 * several layouts in rotation, with gaps and without, at each thread level.
 */
@Deadline(seconds = 300)
@Behaviours(144)
class BlockLayoutAllocationTest {
    private static final int ENDPOINTS = 3;
    private static final int MEMORIES = 16;
    private static final int STEPS = 200;

    private static final DataLayout[] BLOCKS = {
        DataLayout.INT.count(20),
        DataLayout.INT.count(200),
        DataLayout.contiguous(5, DataLayout.INT.count(4)),
        DataLayout.vector(20, 1, 3, DataLayout.INT),
        DataLayout.vector(60, 2, 4, DataLayout.INT)
    };

    @ParameterizedTest
    @ValueSource(strings = {"serialized", "multiple"})
    void collectivesAllocateNothing(String level) {
        Job.run(ENDPOINTS, Options.fromEnvironment().with("thread.level", level), endpoint -> {
            CartesianCommunicator ring =
                    endpoint.world().createCartesian(new int[] {ENDPOINTS}, new boolean[] {true}, false);
            Object[] in = some(ENDPOINTS * 250);
            Object[] out = some(ENDPOINTS * 250);
            int[] next = {0};
            SteadyState.await(ring, STEPS, 0, () -> {
                int i = next[0]++;
                step(ring, in[i % MEMORIES], out[(i + 1) % MEMORIES], BLOCKS[i % BLOCKS.length]);
            });
        });
    }

    private static Object[] some(int ints) {
        return IntStream.range(0, MEMORIES).mapToObj(i -> new int[ints]).toArray();
    }

    private static void step(CartesianCommunicator ring, Object in, Object out, DataLayout block) {
        Communicator world = ring;
        world.broadcast(in, block, 1);
        world.gather(in, out, block, 0);
        world.scatter(in, out, block, 0);
        world.allgather(in, out, block);
        world.alltoall(in, out, block);
        world.reduce(in, out, block, Operation.SUM, 2);
        world.allreduce(in, out, block, Operation.SUM);
        world.reduceScatterBlock(in, out, block, Operation.MAX);
        world.scan(in, out, block, Operation.SUM);
        ring.neighborAllgather(in, out, block);
        ring.neighborAlltoall(in, out, block);
    }
}
