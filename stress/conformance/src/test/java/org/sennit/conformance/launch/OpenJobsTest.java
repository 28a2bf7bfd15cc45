package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** Jobs of launched processes that are opened and closed by the program's own threads. */
@Deadline(seconds = 120)
@Core
class OpenJobsTest {
    @Test
    @NotCore
    void processesWithOneEndpointEachOpenJobsOneAfterTheOther() {
        MultiJvmRun run = MultiJvmRun.of(OpenJobProgram.class, 2, 1, 60);
        assertEquals(0, run.exitStatus(), run::err);
        assertEquals(2, rounds(run, 2), run::out);
    }

    @Test
    void threadsOfProcessesTakeEndpointsAndTheStatusOfAnAbortIsThatOfTheJob() {
        MultiJvmRun run = MultiJvmRun.of(OpenJobProgram.class, 2, 2, 60, "77");
        assertEquals(77, run.exitStatus(), run::err);
        assertEquals(2, rounds(run, 4), run::out);
    }

    private static long rounds(MultiJvmRun run, int number) {
        return run.out()
                .lines()
                .filter(line -> line.endsWith("went round: " + number))
                .count();
    }
}
