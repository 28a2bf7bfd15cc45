package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Deadline;

/** A process is killed that has buffers of others: nothing waits for ever, and what does not come home is counted. */
@Deadline(seconds = 120)
class OwnershipDeathTest {
    private static final int KILLED = 128 + 9;
    private static final Pattern STRAYED = Pattern.compile("strayed=(\\d+)");

    /** The first go as bytes until the processes have met; where all do, the dead one had buffers of its own only. */
    @ParameterizedTest
    @CsvSource({"mapped, 1", "tcp, 0"})
    void buffersOfADeadProcessAreCountedAndNotWaitedFor(String network, int least) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(OwnershipDeathProgram.class, List.of(2, 1, 1))
                .with(NetworkOptions.MODULE, network)
                .start()) {
            job.awaitTimes(OwnershipDeathProgram.READY, 1);
            job.kill(1);
            assertEquals(KILLED, job.await(), job::toString);
            for (int rank : new int[] {0, 1, 3}) {
                long strayed = strayed(job, rank);
                if (rank == 1 || least == 0) {
                    assertEquals(0, strayed, job::toString);
                } else {
                    assertTrue(strayed >= least, job::toString);
                }
            }
        }
    }

    private static long strayed(FaultyJob job, int rank) {
        String line = job.out().stream()
                .filter(each -> each.startsWith(OwnershipDeathProgram.DONE + rank + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("rank " + rank + " has not come to its end: " + job));
        Matcher strayed = STRAYED.matcher(line);
        assertTrue(strayed.find(), line);
        return Long.parseLong(strayed.group(1));
    }
}
