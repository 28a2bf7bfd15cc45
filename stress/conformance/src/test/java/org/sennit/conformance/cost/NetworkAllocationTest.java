package org.sennit.conformance.cost;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.Status;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Between two JVMs blocking messages allocate nothing on either side once they are warm: in most windows of thousands
 * of messages a thread has not allocated a byte, credit and acknowledgements included. Over shared memory whatever
 * their size.
 */
@Deadline(seconds = 120)
@Behaviours(144)
class NetworkAllocationTest {

    /** A ping-pong of several sizes; each rank says when it is free of garbage. */
    static final class Program {
        private static final int STEPS = 2_000;
        private static final String SHARED = "shared=";

        private Program() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                for (String size : args) {
                    if (size.startsWith(SHARED)) {
                        long bytes = Long.parseLong(size.substring(SHARED.length()));
                        SteadyState.await(world, STEPS / 10, 0, step(world, endpoint.allocateShared(bytes)));
                        TwoJvms.passed(size);
                        continue;
                    }
                    int bytes = Integer.parseInt(size);
                    SteadyState.await(world, STEPS, 0, step(world, new byte[bytes]));
                    SteadyState.await(world, STEPS, 0, step(world, new double[bytes / Double.BYTES]));
                    TwoJvms.passed(size);
                }
            });
        }

        private static Runnable step(Communicator world, Object memory) {
            Status status = new Status();
            int peer = 1 - world.rank();
            return world.rank() == 0
                    ? () -> {
                        world.send(memory, peer, 1);
                        world.receive(memory, peer, 1, status);
                    }
                    : () -> {
                        world.receive(memory, peer, 1, status);
                        world.send(memory, peer, 1);
                    };
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {NetworkOptions.TCP, NetworkOptions.UNIX})
    void blockingMessagesAllocateNothing(String module) {
        TwoJvms.run(Program.class, module, "8", "500", "4096");
    }

    @Test
    void blockingMessagesOverSharedMemoryAllocateNothing() {
        TwoJvms.run(Program.class, NetworkOptions.MAPPED, "8", "500", "4096", "16384", "32768", "73728", "262144");
    }

    /** 64 KiB go in one piece, 12 MiB in more pieces than a cache of few slices holds. */
    @Test
    void messagesOfMemoryThatBothShareAllocateNothing() {
        TwoJvms.run(Program.class, NetworkOptions.MAPPED, "shared=65536", "shared=1048576", "shared=12582912");
    }
}
