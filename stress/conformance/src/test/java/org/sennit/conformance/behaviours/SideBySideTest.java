package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Jobs side by side on one host, with the same ranks and tags, do not see each other. */
@Deadline(seconds = 60)
@Behaviours(141)
class SideBySideTest {
    private static final int JOBS = 3;
    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "mapped"})
    void jobsDoNotSeeEachOther(String network) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> jobs = new ArrayList<>();
        for (int j = 0; j < JOBS; j++) {
            int number = j;
            jobs.add(Thread.ofPlatform().daemon(true).start(() -> {
                try {
                    new OneJvmJob(2, 1, Map.of("net.module", network))
                            .run(endpoint -> exchange(endpoint.world(), number));
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread job : jobs) {
            job.join();
        }
        assertNull(failure.get(), () -> "" + failure.get());
    }

    private static void exchange(Communicator world, int job) {
        int peer = 1 - world.rank();
        for (int round = 0; round < ROUNDS; round++) {
            long[] out = new long[1 + (round % 3) * 5000];
            long[] in = new long[out.length];
            out[0] = job * 1_000_000L + round;
            out[out.length - 1] = out[0];
            world.sendReceive(out, peer, 1, in, Communicator.ANY_SOURCE, 1, null);
            assertEquals(out[0], in[in.length - 1]);
            long[] sum = new long[1];
            world.allreduce(new long[] {job}, sum, Operation.SUM);
            assertEquals(2L * job, sum[0]);
        }
    }
}
