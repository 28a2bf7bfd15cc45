package org.sennit.internal.endpoints.construct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Both programs have ended when the connection between their processes is made at last: what it brings comes before the
 * end.
 */
@Core
@Deadline(seconds = 60)
class LastMessagesTest {
    /** How often the processes look for packets, after the end of the programs, until the connection is there. */
    private static final int LOOKS = 20;

    private final LocalNetwork network = new LocalNetwork(3, true, any -> null);
    private final TwoProcesses two =
            new TwoProcesses(network, Options.defaults().with(ProcessDevice.BACKGROUND, false, "test"));
    private final AtomicInteger looks = new AtomicInteger();

    @BeforeEach
    void connectLate() {
        network.connectWhen(() -> two.ended() == 2 && looks.incrementAndGet() > LOOKS);
    }

    private void assertFails(TwoProcesses.Program program) throws InterruptedException {
        List<Throwable> failures = two.run(program);
        assertFalse(failures.isEmpty(), "both have ended well");
        for (Throwable each : failures) {
            assertTrue(
                    each.getMessage().contains("the members do not make the same call with the same root and sizes"),
                    each::toString);
        }
    }

    @Test
    void aMessageIsCounted() throws InterruptedException {
        assertEquals(List.of(), two.run(world -> {
            if (world.rank() == 0) {
                world.nonblocking().send(new byte[44], 1, 7).free();
            }
        }));
        assertEquals(1, two.late());
    }

    @Test
    void eachTakesItselfForTheRootOfABroadcast() throws InterruptedException {
        assertFails(world -> world.broadcast(new int[1], world.rank()));
    }

    @Test
    void oneReducesToTheOtherThatBroadcasts() throws InterruptedException {
        assertFails(world -> {
            if (world.rank() == 0) {
                world.reduce(new int[1], null, Operation.SUM, 1);
            } else {
                world.broadcast(new int[1], 1);
            }
        });
    }

    @Test
    void theSameCallsFailNowhere() throws InterruptedException {
        network.connectWhen(() -> true);
        assertEquals(List.of(), two.run(Communicator::barrier));
        assertEquals(0, two.late());
    }
}
