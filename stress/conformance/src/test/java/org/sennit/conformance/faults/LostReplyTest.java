package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** A get of LAPI ends whose long reply is lost or given up half way, while all tasks live. */
@Deadline(seconds = 60)
@Core
@Behaviours(135)
class LostReplyTest {
    @ParameterizedTest
    @CsvSource({"ARENA_CLOSED, tcp", "ORIGIN_PURGES, mapped"})
    void theGetEnds(LostReplyProgram.Loss loss, String network) throws Exception {
        lose(loss, network);
    }

    @ParameterizedTest
    @NotCore
    @CsvSource({"ARENA_CLOSED, mapped", "TARGET_PURGES, mapped", "TARGET_PURGES, tcp", "ORIGIN_PURGES, tcp"})
    void theGetEndsAsWell(LostReplyProgram.Loss loss, String network) throws Exception {
        lose(loss, network);
    }

    private static void lose(LostReplyProgram.Loss loss, String network) throws Exception {
        try (FaultyJob job = FaultyJob.aborting(LostReplyProgram.class, List.of(1, 1, 1), loss.name())
                .with(NetworkOptions.MODULE, network)
                .start()) {
            job.awaitTimes(LostReplyProgram.READY, 2);
            job.hasFaults();
            assertEquals(0, job.await(), job::toString);
            for (int task = 0; task < 3; task++) {
                assertTrue(job.out().contains(LostReplyProgram.DONE + task), job::toString);
            }
        }
    }
}
