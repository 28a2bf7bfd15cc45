package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Deadline;

/**
 * An endpoint whose program throws while its process goes on: nothing that it has sent is overtaken by the word of it.
 */
@Deadline(seconds = 60)
class FailedEndpointTest {
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "unix", "tcp"})
    void isHeardOfBehindAllThatItHasSent(String module) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(FailedEndpointProgram.class, List.of(2, 1, 1))
                .with(NetworkOptions.MODULE, module)
                .start()) {
            assertEquals(1, job.await(), job::toString);
            assertEquals(
                    IntStream.range(1, 4)
                            .mapToObj(rank -> FailedEndpointProgram.DONE + rank)
                            .toList(),
                    job.out().stream()
                            .filter(line -> line.startsWith(FailedEndpointProgram.DONE))
                            .sorted()
                            .toList(),
                    job::toString);
        }
    }

    @Test
    void failsWithTheEndpointsThatItHasMade() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(MadeEndpointProgram.class, List.of(1, 2), MadeEndpointProgram.THROWS)
                .start()) {
            assertEquals(1, job.await(), job::toString);
            assertDone(job, MadeEndpointProgram.DONE, 2);
        }
    }

    @Test
    void endsWithTheEndpointsThatItHasMade() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(MadeEndpointProgram.class, List.of(1, 1), MadeEndpointProgram.RETURNS)
                .start()) {
            assertEquals(0, job.await(), job::toString);
            assertDone(job, MadeEndpointProgram.DONE, 1);
        }
    }

    private static void assertDone(FaultyJob job, String done, int ranks) {
        assertEquals(
                IntStream.range(0, ranks).mapToObj(rank -> done + rank).toList(),
                job.out().stream()
                        .filter(line -> line.startsWith(done))
                        .sorted()
                        .toList(),
                job::toString);
    }
}
