package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.launch.job.ProcessEvent.Kind;

class FailureCauseTest {

    private static final long MS = 1_000_000;

    @Test
    void isTheSignalEvenWhenAPeerComplainsFirst() {
        ProcessEvent complaint = new ProcessEvent(Kind.ABORTED, 0, 1, "lost process 1", 0);
        ProcessEvent killed = new ProcessEvent(Kind.EXITED, 1, 137, null, 140 * MS);
        assertSame(killed, FailureCause.of(List.of(complaint, killed)));
    }

    @Test
    void isTheExitThatAComplaintHasOvertaken() {
        ProcessEvent complaint = new ProcessEvent(Kind.ABORTED, 0, 1, "lost process 1", 0);
        ProcessEvent exit = new ProcessEvent(Kind.EXITED, 1, 7, null, 20 * MS);
        assertSame(exit, FailureCause.of(List.of(complaint, exit)));
    }

    @Test
    void isTheComplaintWhenOthersOnlyFollow() {
        ProcessEvent first = new ProcessEvent(Kind.ABORTED, 0, 1, "rank 0 broke", 0);
        ProcessEvent second = new ProcessEvent(Kind.ABORTED, 1, 1, "lost process 0", 3 * MS);
        ProcessEvent exit = new ProcessEvent(Kind.EXITED, 0, 1, null, 5 * MS);
        assertSame(first, FailureCause.of(List.of(first, second, exit)));
    }

    @Test
    void isWhatAProcessSaidBeforeItExited() {
        ProcessEvent exit = new ProcessEvent(Kind.EXITED, 1, 1, null, 0);
        ProcessEvent said = new ProcessEvent(Kind.UNCAUGHT, 1, 1, "exception", 1 * MS);
        assertSame(said, FailureCause.of(List.of(exit, said)));
    }

    /** Two lose each other; the one that ends first refuses the other, whose report may come first. */
    @Test
    void isTheReportOfTheProcessOfWhoseEndAnotherComplains() {
        ProcessEvent refused = new ProcessEvent(
                Kind.UNCAUGHT,
                0,
                1,
                "failed=process 1 cause=PROC_FAILED: process=1 is dead: its address tcp:a:1 refuses connections,"
                        + " noticed at",
                0);
        ProcessEvent own = new ProcessEvent(Kind.UNCAUGHT, 1, 1, "process=0 is dead: silent for 2 s", 4 * MS);
        assertSame(own, FailureCause.of(List.of(refused, own)));
        assertSame(own, FailureCause.of(List.of(own, refused)));
        assertSame(refused, FailureCause.of(List.of(refused)));
    }
}
