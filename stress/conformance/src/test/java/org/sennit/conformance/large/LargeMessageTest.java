package org.sennit.conformance.large;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

@Deadline(seconds = 120)
class LargeMessageTest {
    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1", "2, 2"})
    void messagesFromEveryMemoryArriveInEveryMemory(int processes, int endpoints) {
        MultiJvmRun run = MultiJvmRun.of(
                LargeExchangeProgram.class, processes, endpoints, 100, Long.toString(random.nextLong()), "15");
        assertEquals(0, run.exitStatus(), run.out() + run.err());
        assertTrue(run.out().contains("all rounds done"), run.out());
        assertEquals("", run.err());
    }

    @Test
    void memoryThatIsFreedUnderAMessageIsAnErrorAndNeverACrash() {
        MultiJvmRun run = MultiJvmRun.of(FreedMemoryProgram.class, 2, 1, 100);
        assertEquals(0, run.exitStatus(), run.out() + run.err());
        for (int rank = 0; rank < 2; rank++) { // each frees its memory in every second round
            assertTrue(run.out().contains("rank " + rank + " failures "), run.out());
            assertFalse(run.out().contains("rank " + rank + " failures 0\n"), run.out());
        }
    }
}
