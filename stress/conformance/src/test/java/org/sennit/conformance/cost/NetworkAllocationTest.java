package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.internal.endpoints.datatype.Operation;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.Status;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Deadline;

/**
 * Behaviour 144 between two JVMs: blocking messages of up to 4 KiB allocate nothing on either side once they are warm: there are
 * thousands of messages in a row in which a thread has not allocated a byte, credit and acknowledgements included.
 */
@Deadline(seconds = 120)
class NetworkAllocationTest {

    private static final String LEAST = "least ";

    /** A ping-pong of several sizes; each rank prints what it has allocated in the best window of a size. */
    static final class Program {
        /** Windows until one must be free of garbage: the compilers need some tens of thousands of calls. */
        private static final int WINDOWS = 40;

        private static final int STEPS = 2_000;

        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                for (String size : args) {
                    System.out.println(LEAST + leastBytes(endpoint.world(), Integer.parseInt(size)) + " of " + size);
                }
            });
        }

        private static long leastBytes(Communicator world, int sizeBytes) {
            byte[] memory = new byte[sizeBytes];
            Status status = new Status();
            int peer = 1 - world.rank();
            // How far the other is, asked between the windows: both stop when both are free of garbage.
            long[] mine = {Long.MAX_VALUE};
            long[] most = {Long.MAX_VALUE};
            for (int window = 0; window < WINDOWS && most[0] > 0; window++) {
                long before = 0;
                for (int i = 0; i <= STEPS; i++) {
                    if (i == 1) { // the first message after another memory makes a view of this one
                        before = AllocatedBytes.ofThisThread();
                    }
                    if (world.rank() == 0) {
                        world.send(memory, peer, 1);
                        world.receive(memory, peer, 1, status);
                    } else {
                        world.receive(memory, peer, 1, status);
                        world.send(memory, peer, 1);
                    }
                }
                mine[0] = Math.min(mine[0], AllocatedBytes.ofThisThread() - before);
                world.allreduce(mine, most, Operation.MAX);
            }
            return mine[0];
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.TCP, NetworkOptions.UNIX, NetworkOptions.MAPPED})
    void blockingMessagesAllocateNothing(String module) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = JobLauncher.builder()
                .processes(2)
                .endpoints(1)
                .classPath(System.getProperty("java.class.path"))
                .main(Program.class)
                .args("8", "500", "4096")
                .option(NetworkOptions.MODULE, module)
                .out(out)
                .err(OutputStream.nullOutputStream())
                .build()
                .run();
        assertEquals(0, status);
        List<String> lines =
                out.toString(StandardCharsets.UTF_8).lines().sorted().toList();
        assertEquals(
                List.of(
                        "least 0 of 4096",
                        "least 0 of 4096",
                        "least 0 of 500",
                        "least 0 of 500",
                        "least 0 of 8",
                        "least 0 of 8"),
                lines);
    }
}
