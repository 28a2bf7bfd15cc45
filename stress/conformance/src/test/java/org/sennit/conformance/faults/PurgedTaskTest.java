package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** A task of LAPI that has died is purged: waits for it end with TGT_PURGED, and its origin goes on with the others. */
@Deadline(seconds = 60)
@Core
@Behaviours(135)
class PurgedTaskTest {
    private static final int KILLED = 128 + 9;
    private static final int UNCAUGHT = 1;

    @Test
    void waitsForAKilledTaskEndAndTheOthersGoOn() throws Exception {
        killOver("tcp");
    }

    @ParameterizedTest
    @NotCore
    @ValueSource(strings = {"mapped", "unix"})
    void theyDoSoOverOtherNetworks(String network) throws Exception {
        killOver(network);
    }

    private static void killOver(String network) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(PurgedTaskProgram.class, List.of(1, 1, 1), PurgedTaskProgram.KILLED)
                .with(NetworkOptions.MODULE, network)
                .start()) {
            job.awaitTimes(PurgedTaskProgram.READY, 2);
            job.kill(2);
            assertEnds(job, KILLED);
        }
    }

    @Test
    void waitsForATaskOfTheSameProcessThatHasThrownEndAndTheOthersGoOn() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(PurgedTaskProgram.class, List.of(3), PurgedTaskProgram.THROWS)
                .start()) {
            assertEnds(job, UNCAUGHT);
        }
    }

    private static void assertEnds(FaultyJob job, int status) throws InterruptedException {
        assertEquals(status, job.await(), job::toString);
        assertTrue(
                job.out().containsAll(List.of(PurgedTaskProgram.DONE + 0, PurgedTaskProgram.DONE + 1)), job::toString);
    }
}
