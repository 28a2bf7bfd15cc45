package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** A million ping-pongs leave less garbage than a line of text. */
@Deadline(seconds = 120)
@Behaviours(144)
class GarbageTest {
    private static final int WARM_UP = 100_000;
    private static final int ROUND_TRIPS = 1_000_000;
    private static final int WINDOWS = 10;
    private static final long MOST_BYTES = 1_000;

    @Test
    void aMillionPingPongsLeaveAlmostNoGarbage() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            long[] message = new long[1];
            SteadyState.await(world, WARM_UP, 0, () -> pingPongs(world, message, 1));
            long[] garbage = new long[WINDOWS];
            for (int window = 0; window < WINDOWS; window++) {
                long before = AllocatedBytes.ofThisThread();
                pingPongs(world, message, ROUND_TRIPS / WINDOWS);
                garbage[window] = AllocatedBytes.ofThisThread() - before;
            }
            Arrays.sort(garbage);
            long ofMost = Arrays.stream(garbage, 0, WINDOWS - 2).sum(); // a compiler may be at work again in a few
            assertTrue(ofMost <= MOST_BYTES, () -> "bytes in each tenth=" + Arrays.toString(garbage));
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
