package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

/** Behaviour 144: a million ping-pongs leave less garbage than a line of text. */
@Deadline(seconds = 120)
class GarbageTest {
    private static final int WARM_UP = 100_000;
    private static final int ROUND_TRIPS = 1_000_000;
    private static final long MOST_BYTES = 1_000;
    private static final int ATTEMPTS = 4;

    @Test
    void aMillionPingPongsLeaveAlmostNoGarbage() {
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long[] message = new long[1];
            pingPongs(world, message, WARM_UP);
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) { // a compiler may still be at work in the first
                long before = threads.getCurrentThreadAllocatedBytes();
                pingPongs(world, message, ROUND_TRIPS / ATTEMPTS);
                long garbage = threads.getCurrentThreadAllocatedBytes() - before;
                least[world.rank()] = Math.min(least[world.rank()], garbage);
            }
        });
        for (long garbage : least) {
            long ofAll = garbage * ATTEMPTS;
            System.out.println("garbage of a million ping-pongs on one side: " + ofAll + " bytes");
            assertTrue(ofAll <= MOST_BYTES, () -> ofAll + " bytes");
        }
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
