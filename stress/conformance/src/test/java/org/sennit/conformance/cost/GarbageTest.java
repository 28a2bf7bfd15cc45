package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * A million ping-pongs, or as many as a busy machine makes in some seconds, leave less than a byte of garbage each in
 * the whole JVM: of the endpoints, of threads that serve networks, and of those that watch.
 */
@Deadline(seconds = 120)
@Behaviours(144)
class GarbageTest {
    /** Of a run. It looks at the clock between them: each takes seconds where other programs take turns. */
    private static final int WINDOWS = 1_000;

    /** Of a run, and once more for each second: clocks tick in the background. */
    private static final long MOST_BYTES = 256 << 10;

    private static final long SECOND_NS = 1_000_000_000;
    private static final long LIMIT_NS = 8 * SECOND_NS; // of a run
    private static final int MOST_RUNS = 6; // a compiler may be at work again in some
    private static final long RUNS = 0; // what the message says
    private static final long IS_LATE = 1;

    @ParameterizedTest
    @CsvSource({"none, 1000000", "mapped, 1000000", "unix, 100000", "tcp, 100000"})
    void aMillionPingPongsLeaveLittleGarbageInTheWholeJvm(String network, int roundTrips) {
        List<Long> garbage = new CopyOnWriteArrayList<>();
        EndpointProgram program = endpoint -> {
            Communicator world = endpoint.world();
            long[] message = new long[1];
            SteadyState.await(world, roundTrips / WINDOWS, 0, () -> pingPongs(world, message, 1));
            int[] isLittle = {0};
            for (int run = 0; run < MOST_RUNS && isLittle[0] == 0; run++) {
                long bytes = excessOfARun(world, message, roundTrips / WINDOWS);
                if (world.rank() == 0) {
                    garbage.add(bytes);
                    isLittle[0] = bytes <= 0 ? 1 : 0;
                }
                world.broadcast(isLittle, 0);
            }
        };
        if (network.equals("none")) {
            Job.run(2, program);
        } else {
            new OneJvmJob(2, 1, Map.of("net.module", network)).run(program);
        }
        assertTrue(garbage.getLast() <= 0, () -> "bytes of each run beyond what it may leave=" + garbage);
    }

    /** Returns how many bytes more a run has left than it may; not positive for a good one. */
    private static long excessOfARun(Communicator world, long[] message, int roundTrips) {
        pingPongs(world, message, 1); // the first one after another call may make a view of its memory
        world.barrier();
        long startNs = System.nanoTime();
        long before = AllocatedBytes.ofAllThreads();
        message[0] = RUNS;
        for (int i = 0; i < WINDOWS && message[0] == RUNS; i++) {
            pingPongs(world, message, roundTrips);
            if (world.rank() == 0) {
                message[0] = System.nanoTime() - startNs > LIMIT_NS ? IS_LATE : RUNS;
                world.send(message, 1, 1);
            } else {
                world.receive(message, 0, 1);
            }
        }
        long bytes = AllocatedBytes.ofAllThreads() - before;
        return bytes - MOST_BYTES * (1 + (System.nanoTime() - startNs) / SECOND_NS);
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
