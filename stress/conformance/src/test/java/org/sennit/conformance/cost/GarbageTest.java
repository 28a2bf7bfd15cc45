package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** A million ping-pongs, or as many as a busy machine makes in some seconds, leave less garbage than a line of text. */
@Deadline(seconds = 120)
@Behaviours(144)
class GarbageTest {
    private static final int ROUND_TRIPS = 1_000_000;
    private static final int WINDOWS = 100;
    private static final long MOST_BYTES = 1_000;
    private static final long LIMIT_NS = 10_000_000_000L;

    @Test
    void aMillionPingPongsLeaveAlmostNoGarbage() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            long[] message = new long[1];
            SteadyState.await(world, ROUND_TRIPS / WINDOWS, 0, () -> pingPongs(world, message, 1));
            long[] garbage = new long[WINDOWS];
            long startNs = System.nanoTime();
            int windows = 0;
            int[] isLate = {0};
            while (windows < WINDOWS && isLate[0] == 0) {
                pingPongs(world, message, 1); // the first one after another call may make a view of its memory
                long before = AllocatedBytes.ofThisThread();
                pingPongs(world, message, ROUND_TRIPS / WINDOWS);
                garbage[windows++] = AllocatedBytes.ofThisThread() - before;
                isLate[0] = System.nanoTime() - startNs > LIMIT_NS ? 1 : 0;
                world.allreduce(Communicator.IN_PLACE, isLate, Operation.MAX);
            }
            Arrays.sort(garbage, 0, windows);
            // a compiler may be at work again in a few
            long ofMost = Arrays.stream(garbage, 0, windows - Math.max(1, windows / 5))
                    .sum();
            assertTrue(ofMost <= MOST_BYTES, () -> "bytes in each window=" + Arrays.toString(garbage));
        });
    }

    private static void pingPongs(Communicator world, long[] message, int count) {
        int peer = 1 - world.rank();
        for (int i = 0; i < count; i++) {
            if (world.rank() == 0) {
                world.send(message, peer, 1);
                world.receive(message, peer, 1);
            } else {
                world.receive(message, peer, 1);
                world.send(message, peer, 1);
            }
        }
    }
}
