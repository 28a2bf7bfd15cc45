package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Deadline;

/** Jobs that a launched program runs at the same time: by names they never meet, and without names they are refused. */
@Deadline(seconds = 300)
class JobsAtOnceTest {
    @Test
    void jobsWithNamesNeverMeetInWhateverOrderTheyBegin() {
        MultiJvmRun run = MultiJvmRun.of(JobsAtOnceProgram.class, 2, 1, 120, "pressure", "velocity");
        assertEquals(0, run.exitStatus(), run.err());
        assertEquals(2, run.out().lines().filter("wrong: 0"::equals).count(), run.out() + run.err());
    }

    @Test
    void jobsWithoutNamesEndAllProcessesWithAnError() {
        MultiJvmRun run = MultiJvmRun.of(JobsAtOnceProgram.class, 2, 1, 120, "", "");
        assertEquals(1, run.exitStatus(), run.out() + run.err());
        assertTrue(run.err().contains("may not begin a job: it is in a job without a name already"), run.err());
        assertTrue(run.err().contains("job.name"), run.err());
    }
}
