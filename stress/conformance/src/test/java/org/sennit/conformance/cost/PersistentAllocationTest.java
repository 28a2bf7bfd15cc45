package org.sennit.conformance.cost;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Starting persistent sends and receives, and waiting for them, allocates nothing once it is warm: within a JVM,
 * over shared memory and over tcp, for messages below and above the eager limit, with gaps and without.
 */
@Deadline(seconds = 300)
@Behaviours(144)
class PersistentAllocationTest {
    private static final List<String> SIZES = List.of("4096", "73728");
    private static final List<String> LONG = List.of("4096", "73728", "1048576");

    /** Two ranks exchange messages by two persistent requests each, of every size. */
    static final class Program {
        private static final int STEPS = 150;
        private static final int BLOCK = 8; // elements, with as many between two blocks

        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> exchange(endpoint, TwoJvms::passed, args));
        }

        static void exchange(Endpoint endpoint, Consumer<String> report, String... sizes) {
            for (String size : sizes) {
                int elements = Integer.parseInt(size) / Double.BYTES;
                exchange(endpoint, new double[elements], new double[elements], DataLayout.DOUBLE.count(elements));
                report.accept(size + " array");
                exchange(
                        endpoint,
                        shared(endpoint, elements),
                        shared(endpoint, elements),
                        DataLayout.DOUBLE.count(elements));
                report.accept(size + " shared");
                if (elements > BLOCK) {
                    DataLayout gaps = DataLayout.vector(elements / BLOCK, BLOCK, 2 * BLOCK, DataLayout.DOUBLE);
                    exchange(endpoint, new double[2 * elements], new double[2 * elements], gaps);
                    report.accept(size + " gaps");
                }
            }
        }

        private static MemorySegment shared(Endpoint endpoint, int elements) {
            return endpoint.allocateShared((long) elements * Double.BYTES);
        }

        private static void exchange(Endpoint endpoint, Object sent, Object received, DataLayout layout) {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            Request[] both = {
                world.persistent().receive(received, layout, peer, 1),
                world.persistent().send(sent, layout, peer, 1)
            };
            SteadyState.await(world, STEPS, 0, () -> {
                Request.startAll(both);
                Request.awaitAll(both);
            });
            for (Request request : both) {
                request.free();
            }
        }
    }

    @Test
    void withinAJvm() {
        Job.run(2, endpoint -> Program.exchange(endpoint, size -> {}, SIZES.toArray(String[]::new)));
    }

    @Test
    @Tag("stress")
    void overSharedMemory() {
        betweenTwoJvms(NetworkOptions.MAPPED, LONG);
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.TCP, NetworkOptions.UNIX})
    @Tag("stress")
    void overSockets(String module) {
        betweenTwoJvms(module, SIZES);
    }

    private static void betweenTwoJvms(String module, List<String> sizes) {
        List<String> measurements = sizes.stream()
                .flatMap(size -> Stream.of(" array", " shared", " gaps").map(size::concat))
                .toList();
        TwoJvms.run(Program.class, module, measurements, sizes.toArray(String[]::new));
    }
}
