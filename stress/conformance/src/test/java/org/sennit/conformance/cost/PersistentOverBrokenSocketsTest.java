package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Persistent transfers between two JVMs whose sockets are cut and made anew, while the requests are inactive and while
 * messages are under way: what arrives is exact, and afterwards starts allocate nothing, as before.
 */
@Deadline(seconds = 300)
@Behaviours(144)
@Tag("stress")
class PersistentOverBrokenSocketsTest {
    private static final String STEADY = "steady ";
    private static final String[] ELEMENTS = {"9216", "196608"};

    /** Two ranks exchange messages of doubles while rank 0 cuts the sockets between their processes. */
    static final class Program {
        private static final int CUTS = 10;
        private static final int STARTS = 5; // between two cuts
        private static final int STEPS = 100;

        /** From here on the system is given the memory itself, in bytes (net.gather.min). */
        private static final int DIRECT_BYTES = 128 * 1024;

        /**
         * Calls of the system in a step, and what a call makes that the JVM never compiles by its second compiler, in
         * bytes: two slices. JDK 25.0.3 left one to three of the three calls so in about every second run, with idle
         * compilers and after 70,000 calls each; the reason is not known.
         */
        private static final int MOST_CALLS = 10;

        private static final int CALL_BYTES = 80;

        private final Communicator world;
        private final double[] out;
        private final double[] in;
        private final double[] expected;
        private final Request[] both;
        private int round;

        private Program(Communicator world, int elements) {
            this.world = world;
            this.out = new double[elements];
            this.in = new double[elements];
            this.expected = new double[elements];
            int peer = 1 - world.rank();
            this.both = new Request[] {
                world.persistent().receive(in, peer, 1), world.persistent().send(out, peer, 1)
            };
        }

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                long[] ids = new long[2];
                world.allgather(new long[] {ProcessHandle.current().pid()}, ids);
                SocketsBetween sockets = new SocketsBetween(ids[1 - world.rank()]);
                for (String elements : args) {
                    new Program(world, Integer.parseInt(elements)).run(sockets);
                    System.out.println(STEADY + elements);
                }
            });
        }

        private void run(SocketsBetween sockets) throws InterruptedException {
            for (int cut = 0; cut < CUTS; cut++) {
                for (int start = 0; start < STARTS; start++) {
                    exchange();
                }
                if (world.rank() == 0) {
                    assertTrue(sockets.cut() > 0, "no socket between the processes");
                }
            }
            cutWhileUnderWay(sockets);
            int mostBytes = (long) out.length * Double.BYTES < DIRECT_BYTES ? 0 : MOST_CALLS * CALL_BYTES;
            SteadyState.await(world, STEPS, mostBytes, () -> {
                Request.startAll(both);
                Request.awaitAll(both);
            });
            for (Request request : both) {
                request.free();
            }
        }

        private void cutWhileUnderWay(SocketsBetween sockets) throws InterruptedException {
            AtomicInteger done = new AtomicInteger();
            Thread cutter = Thread.ofPlatform().daemon(true).start(() -> {
                while (world.rank() == 0 && done.get() < CUTS) {
                    if (sockets.cut() > 0) { // none while a new one is being made
                        done.incrementAndGet();
                    }
                }
            });
            int[] cuts = {0};
            while (cuts[0] < CUTS) {
                exchange();
                cuts[0] = done.get();
                world.allreduce(Communicator.IN_PLACE, cuts, Operation.MAX);
            }
            cutter.join();
        }

        private void exchange() {
            round++;
            for (int i = 0; i < out.length; i++) {
                out[i] = value(world.rank(), i);
                expected[i] = value(1 - world.rank(), i);
            }
            Request.startAll(both);
            Request.awaitAll(both);
            assertArrayEquals(expected, in);
        }

        private double value(int rank, int i) {
            return (round * 2L + rank) * (1L << 20) + i;
        }
    }

    @Test
    void dataAreExactAndNothingIsAllocatedAfterwards() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = JobLauncher.builder()
                .processes(2)
                .endpoints(1)
                .classPath(System.getProperty("java.class.path"))
                .jvmOptions(SteadyState.flagsForSockets())
                .main(Program.class)
                .args(ELEMENTS)
                .option(NetworkOptions.MODULE, NetworkOptions.TCP)
                .out(out)
                .err(err)
                .build()
                .run();
        assertEquals(0, status, () -> err.toString(StandardCharsets.UTF_8));
        assertEquals(
                2L * ELEMENTS.length,
                out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith(STEADY))
                        .count());
    }
}
