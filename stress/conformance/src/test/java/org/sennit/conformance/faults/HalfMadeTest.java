package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Deadline;

/**
 * A construction during which a member fails may succeed on some members and fail on others: those that have the new
 * communicator do not wait there for those that have not.
 */
@Deadline(seconds = 60)
class HalfMadeTest {
    private static final int KILLED = 128 + 9;
    private static final String SPLIT = HalfMadeProgram.SPLIT;
    private static final String CREATE = HalfMadeProgram.CREATE;
    private static final String WHOLE = HalfMadeProgram.WHOLE;
    private static final String MESSAGES = HalfMadeProgram.MESSAGES;
    private static final String ENDPOINTS = HalfMadeProgram.ENDPOINTS;

    @ParameterizedTest
    @ValueSource(strings = {SPLIT, CREATE, MESSAGES, ENDPOINTS})
    void isGivenUpInOneProcess(String what) throws Exception {
        run(List.of(3), what);
    }

    @ParameterizedTest
    @ValueSource(strings = {SPLIT, CREATE, WHOLE, MESSAGES, ENDPOINTS})
    void isGivenUpBetweenProcesses(String what) throws Exception {
        run(List.of(1, 1, 1), what);
    }

    @Test
    void isGivenUpWhenAProcessDies() throws Exception {
        try (FaultyJob job = job(List.of(1, 1, 1), HalfMadeProgram.KILLED)) {
            job.awaitTimes(HalfMadeProgram.READY, 1);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job);
        }
    }

    private static void run(List<Integer> endpoints, String what) throws Exception {
        try (FaultyJob job = job(endpoints, what)) {
            assertEquals(1, job.await(), job::toString);
            assertDone(job);
        }
    }

    private static FaultyJob job(List<Integer> endpoints, String what) throws IOException {
        return FaultyJob.continuing(HalfMadeProgram.class, endpoints, what).start();
    }

    private static void assertDone(FaultyJob job) {
        assertEquals(
                IntStream.range(0, 2)
                        .mapToObj(rank -> HalfMadeProgram.DONE + rank)
                        .toList(),
                job.out().stream()
                        .filter(line -> line.startsWith(HalfMadeProgram.DONE))
                        .sorted()
                        .toList(),
                job::toString);
    }
}
