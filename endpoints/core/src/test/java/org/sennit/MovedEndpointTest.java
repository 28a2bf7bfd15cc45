package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Receives into memory of one thread move along when another thread drives the endpoint meanwhile. */
@Deadline(seconds = 60)
class MovedEndpointTest {
    private static final int[] LENGTHS = {1, 8, 60, 1_000, 20_000, 300_000, 3_000_000};

    private static void on(Runnable work) {
        CompletableFuture.runAsync(work, task -> Thread.ofPlatform().start(task))
                .join();
    }

    private static void run(Endpoint endpoint, DataLayout unit) {
        Communicator world = endpoint.world();
        for (int length : LENGTHS) {
            long extentBytes = unit.extentBytes();
            if (world.rank() == 1) {
                byte[] sent = new byte[length];
                Arrays.fill(sent, (byte) 5);
                world.receive(new byte[1], 0, 1);
                Request send = world.nonblocking().send(sent, 0, 2);
                world.send(new byte[1], 0, 3);
                send.await();
                continue;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(length * extentBytes);
                Request receive = world.nonblocking().receive(memory, DataLayout.contiguous(length, unit), 1, 2);
                on(() -> {
                    world.send(new byte[1], 1, 1);
                    world.receive(new byte[1], 1, 3);
                    world.nonblocking().probe(1, 9, null);
                });
                assertEquals(length, receive.await().countBytes());
                for (int i = 0; i < length; i++) {
                    assertEquals(5, memory.get(ValueLayout.JAVA_BYTE, i * extentBytes));
                }
            }
        }
    }

    @Test
    void insideAJvm() {
        Job.run(2, endpoint -> run(endpoint, DataLayout.BYTE.count(1)));
        Job.run(2, endpoint -> run(endpoint, DataLayout.BYTE.count(1).resized(0, 3)));
    }

    @Test
    void betweenProcesses() {
        new InProcessJob(new LocalNetwork(31, true, network -> null), 2, 1, Options.fromEnvironment())
                .run(endpoint -> run(endpoint, DataLayout.BYTE.count(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 100_000})
    void whoMayNotTouchTheMemoryCannotTakeIt(int length) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                world.receive(new byte[1], 0, 2);
                world.send(new byte[length], 0, 1); // nothing is wrong here
                return;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(length);
                Request receive = world.nonblocking().receive(memory, 1, 1);
                on(() -> {
                    world.send(new byte[1], 1, 2);
                    SennitException error = assertThrows(SennitException.class, receive::await);
                    assertEquals(ErrorClass.BUFFER, error.errorClass());
                });
            }
        });
    }
}
