package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.internal.launch.job.ProcessEvent.Kind;

/** The report of dead processes in a job that continues. */
class LostProcessesTest {
    private final LostProcesses lost = new LostProcesses();

    private static ProcessEvent exited(int process, int status) {
        return ProcessEvent.now(Kind.EXITED, process, status, null);
    }

    @Test
    void theFirstDeathIsTheStatusOfTheJobAndAllAreInItsReport() {
        assertTrue(lost.isEmpty());
        assertEquals("sennit: A was killed; the others go on", lost.died(exited(1, 137), "A was killed"));
        lost.died(exited(2, 3), "B ended");
        assertEquals(137, lost.status());
        assertEquals("sennit: the job ends with exit status 137: A was killed; B ended", lost.summary());
    }

    @Test
    void aDeathWithStatus0IsNoSuccess() {
        lost.died(exited(1, 0), "A left");
        assertEquals(1, lost.status());
    }

    @Test
    void whatHasLeftTheMainMethodIsToldWithTheDeath() {
        lost.uncaught(1, "exception\n\tat Main");
        assertTrue(lost.died(exited(1, 1), "A ended").endsWith("exception\n\tat Main"));
    }
}
