package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Every call that names a rank ends with an error when that one dies, throws, or the job is aborted. */
@Deadline(seconds = 60)
@Behaviours(25)
class NamingCallsTest {
    /** The ranks of the callers lie in two JVMs, the last rank has a neighbor in its own. */
    private static final List<Integer> ENDPOINTS = List.of(10, NamingCall.values().length - 10, 1);

    private static final List<Integer> LAST_HAS_NEIGHBORS = List.of(10, NamingCall.values().length - 10 + 1);

    @Test
    void endWithAnErrorWhenItsProcessIsKilledAndTheOthersGoOn() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(NamingCallsProgram.class, ENDPOINTS, "kill")
                .start()) {
            job.awaitTimes(NamingCallsProgram.READY, 1);
            job.kill(2);
            assertEquals(128 + 9, job.await(), job::toString);
            assertAllHeard(job, ErrorClass.PROC_FAILED);
            assertEquals(
                    NamingCall.values().length,
                    job.out().stream()
                            .filter(line -> line.startsWith(NamingCallsProgram.SURVIVED))
                            .count(),
                    job::toString);
            assertTrue(job.report().contains("process 2 (rank " + NamingCall.values().length), job::toString);
            assertTrue(job.report().contains("SIGKILL"), job::toString);
        }
    }

    @Test
    void endWithAnErrorWhenItsProgramThrowsAndTheOthersGoOn() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(NamingCallsProgram.class, LAST_HAS_NEIGHBORS, "throw")
                .start()) {
            assertEquals(1, job.await(), job::toString);
            assertAllHeard(job, ErrorClass.PROC_FAILED);
            assertEquals(
                    NamingCall.values().length,
                    job.out().stream()
                            .filter(line -> line.startsWith(NamingCallsProgram.SURVIVED))
                            .count(),
                    job::toString);
            assertTrue(job.err().contains("as planned"), job::toString);
        }
    }

    @Test
    void endWithAnErrorWhenItsProcessIsKilledAndTheJobEnds() throws Exception {
        try (FaultyJob job =
                FaultyJob.aborting(NamingCallsProgram.class, ENDPOINTS, "kill").start()) {
            job.awaitTimes(NamingCallsProgram.READY, 1);
            job.kill(2);
            assertEquals(128 + 9, job.await(), job::toString);
            assertTrue(job.report().contains("SIGKILL"), job::toString);
        }
    }

    @Test
    void endWithAnErrorWhenTheJobIsAborted() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(NamingCallsProgram.class, ENDPOINTS, "abort")
                .start()) {
            assertNotEquals(0, job.await(), job::toString);
            assertTrue(job.report().contains("as planned"), job::toString);
        }
    }

    /** Says operation, rank, peer, tag, communicator, and why. */
    private static void assertAllHeard(FaultyJob job, ErrorClass expected) {
        for (int rank = 0; rank < NamingCall.values().length; rank++) {
            NamingCall call = NamingCall.of(rank);
            String begin = NamingCallsProgram.HEARD + rank + " " + call + " " + expected + " ";
            String line = job.out().stream()
                    .filter(each -> each.startsWith(begin))
                    .findFirst()
                    .orElse("");
            for (String part : List.of("peer=", "tag=", "communicator=world", "cause=")) {
                assertTrue(line.contains(part), () -> call + " does not say " + part + ": " + line + "\n" + job);
            }
        }
    }
}
