package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The report of a process that has failed. */
class ProcessEventTest {
    private static final String FATE = "process 1 (pid 7) failed: uncaught exception";

    @Test
    void aReportOfOneLineStandsInTheSameLine() {
        assertEquals(
                "sennit: " + FATE + ": no more threads; the job ends with exit status 1",
                ProcessEvent.text(FATE, "the job ends with exit status 1", "no more threads"));
    }

    @Test
    void aStackTraceStandsBelow() {
        assertEquals(
                "sennit: " + FATE + "; the others go on" + System.lineSeparator() + "exception\n\tat Main",
                ProcessEvent.text(FATE, "the others go on", "exception\n\tat Main"));
        assertEquals("sennit: " + FATE + "; the others go on", ProcessEvent.text(FATE, "the others go on", null));
    }
}
