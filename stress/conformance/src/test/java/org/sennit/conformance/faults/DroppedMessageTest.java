package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** A message that its header handler of LAPI has dropped comes again although another task has died. */
@Deadline(seconds = 60)
@Core
class DroppedMessageTest {
    private static final int UNCAUGHT = 1;

    @Test
    void comesAgainFromAnotherProcess() throws Exception {
        dropOver("mapped");
    }

    @Test
    @NotCore
    void comesAgainFromAnotherProcessOverSockets() throws Exception {
        dropOver("tcp");
    }

    private static void dropOver(String network) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(DroppedMessageProgram.class, List.of(1, 1, 1))
                .with(NetworkOptions.MODULE, network)
                .start()) {
            assertEnds(job);
        }
    }

    private static void assertEnds(FaultyJob job) throws InterruptedException {
        assertEquals(UNCAUGHT, job.await(), job::toString);
        assertTrue(
                job.out().containsAll(List.of(DroppedMessageProgram.DONE + 0, DroppedMessageProgram.DONE + 1)),
                job::toString);
    }

    @Test
    void comesAgainFromTheSameProcess() throws Exception {
        try (FaultyJob job =
                FaultyJob.continuing(DroppedMessageProgram.class, List.of(3)).start()) {
            assertEnds(job);
        }
    }
}
