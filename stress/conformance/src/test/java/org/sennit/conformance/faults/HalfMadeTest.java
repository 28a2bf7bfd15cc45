package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Communicator;
import org.sennit.EndpointProgram;
import org.sennit.conformance.OneJvmJob;
import org.sennit.conformance.faults.HalfMadeProgram.Calls;
import org.sennit.conformance.faults.HalfMadeProgram.Kind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * A construction during which a member fails may succeed on some members and fail on others: those that have the new
 * communicator do not wait there for those that have not.
 */
@Deadline(seconds = 60)
class HalfMadeTest {
    private static final int RANKS = 3;
    private static final int KILLED = 128 + 9;

    @ParameterizedTest
    @CsvSource({
        "1, SPLIT, COLLECTIVES",
        "3, SPLIT, COLLECTIVES",
        "1, SPLIT, MESSAGES",
        "3, SPLIT, MESSAGES",
        "3, CREATE, COLLECTIVES",
        "1, ENDPOINTS, COLLECTIVES",
        "3, ENDPOINTS, MESSAGES",
        "3, GRID, COLLECTIVES",
        "1, DUPLICATE, MESSAGES",
        "3, DUPLICATE, COLLECTIVES",
        "3, MERGE, MESSAGES",
        "3, PENDING, COLLECTIVES",
        "1, SPLIT, TESTED_COLLECTIVES",
        "3, SPLIT, TESTED_MESSAGES",
        "1, SPLIT, TESTED_ANY",
        "3, SPLIT, TESTED_ANY",
        "1, SPLIT, PROBES",
        "3, SPLIT, PROBES",
        "3, DUPLICATE, MATCHED_PROBES"
    })
    void isGivenUp(int processes, Kind kind, Calls calls) {
        AtomicInteger done = new AtomicInteger();
        SennitException end = run(processes, Map.of(), endpoint -> {
            Communicator world = endpoint.world();
            HalfMadeProgram.run(world, kind, calls, HalfMadeTest::fail);
            CommContext context = ((CommunicatorHandle) world).context();
            assertEquals(0, context.own().process().sharedComms().pending()); // nothing is kept for rank 1
            done.getAndIncrement();
        });
        assertEquals(ErrorClass.PROC_FAILED, end.errorClass(), end::toString);
        if (done.get() != RANKS - 1) {
            throw new AssertionError("a rank that is left has failed", end);
        }
    }

    private static SennitException run(int processes, Map<String, String> settings, EndpointProgram program) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("failure", "continue");
        OneJvmJob job = new OneJvmJob(processes, RANKS / processes, all);
        return assertThrows(SennitException.class, () -> job.run(program));
    }

    private static void fail() {
        throw new IllegalStateException("as planned");
    }

    static Stream<Arguments> deathsInCreations() {
        return Stream.of(1, RANKS)
                .flatMap(processes -> Stream.of(DeathInCreation.Kind.values())
                        .flatMap(kind -> (kind.name().startsWith("INTER") ? Stream.of(0) : Stream.of(0, 1, 2))
                                .map(steps -> Arguments.of(processes, kind, steps))));
    }

    @ParameterizedTest
    @MethodSource("deathsInCreations")
    void aDeathWithinACreationEndsIt(int processes, DeathInCreation.Kind kind, int steps) {
        AtomicInteger done = new AtomicInteger();
        Map<String, String> mapped = Map.of("net.module", "mapped"); // for shared windows
        SennitException end = run(processes, processes == 1 ? Map.of() : mapped, endpoint -> {
            DeathInCreation.run(endpoint.world(), kind, steps, HalfMadeTest::fail);
            done.getAndIncrement();
        });
        if (done.get() != RANKS - 1) {
            throw new AssertionError("a rank that is left has failed", end);
        }
    }

    @Test
    void isGivenUpWhenAProcessDies() throws Exception {
        try (FaultyJob job =
                FaultyJob.continuing(HalfMadeProgram.class, List.of(1, 1, 1)).start()) {
            job.awaitTimes(HalfMadeProgram.READY, 1);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            for (int rank = 0; rank < RANKS - 1; rank++) {
                assertTrue(job.out().contains(HalfMadeProgram.DONE + rank), job::toString);
            }
        }
    }

    /** Those who have all come through cannot help: they wait for each other, as without a failure. */
    @ParameterizedTest
    @CsvSource({"1", "3"})
    void oneThatAllHaveIsNotGivenUp(int processes) {
        Queue<SennitException> ends = new ConcurrentLinkedQueue<>();
        run(processes, Map.of("deadlock.after", "1"), endpoint -> {
            Communicator world = endpoint.world();
            Communicator made = world.split(world.rank() / 2, 0);
            if (world.rank() == RANKS - 1) {
                world.receive(new int[1], 0, 0);
                world.receive(new int[1], 1, 0);
                fail();
            }
            world.send(new int[1], RANKS - 1, 0);
            Death.ends(world::barrier);
            made.barrier();
            ends.add(assertThrows(SennitException.class, () -> made.receive(new int[1], 1 - made.rank(), 0)));
        });
        assertEquals(RANKS - 1, ends.size());
        assertTrue(ends.stream().anyMatch(end -> end.getMessage().contains("DEADLOCK")), ends::toString);
        assertTrue(ends.stream().noneMatch(end -> end.errorClass() == ErrorClass.PROC_FAILED), ends::toString);
    }
}
