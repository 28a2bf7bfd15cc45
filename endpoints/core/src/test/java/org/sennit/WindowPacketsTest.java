package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Accesses by calls to memory that is not mapped: many are confirmed by one packet, since they are executed in the
 * order of their origin, also over a network that does not keep it.
 */
@Core
@Deadline(seconds = 60)
@Behaviours(90)
class WindowPacketsTest {
    private static final int PUTS = 200;

    private static long replies(LocalNetwork network) {
        return network.packets().of(PacketDescriptor.ACTIVE_REPLY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFlushConfirmsAllPutsByOnePacket(boolean isOrdered) {
        LocalNetwork network = new LocalNetwork(61, isOrdered, any -> null);
        new InProcessJob(network, 2, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[PUTS];
            try (Window window = world.createWindow(memory)) {
                if (world.rank() == 0) {
                    window.lock(LockKind.SHARED, 1);
                    window.put(new long[] {-1}, 1, 0);
                    window.flush(1);
                    long before = replies(network);
                    for (int i = 0; i < PUTS; i++) {
                        window.put(new long[] {i + 1}, 1, i);
                    }
                    window.flush(1);
                    long confirmed = replies(network) - before;
                    assertEquals(1, confirmed);
                    long[] read = new long[PUTS];
                    window.get(read, 1, 0);
                    window.flush(1);
                    long[] expected = new long[PUTS];
                    Arrays.setAll(expected, i -> i + 1);
                    assertArrayEquals(expected, read);
                    window.unlock(1);
                }
                world.barrier();
                assertTrue(world.rank() == 0 || memory[PUTS - 1] == PUTS);
            }
        });
    }
}
