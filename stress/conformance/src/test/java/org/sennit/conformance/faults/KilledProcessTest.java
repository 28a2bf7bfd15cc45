package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Processes that are killed ({@code kill -9}) at random moments: operations that need them end with an error,
 * everything else goes on, and the job ends.
 */
@Deadline(seconds = 120)
@Behaviours(25)
class KilledProcessTest {
    private static final int KILLED = 128 + 9;
    private static final List<Integer> FOUR_BY_TWO = List.of(2, 2, 2, 2);

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @Test
    @Core
    void takesItsMessagesAlongAndNoOthers() throws Exception {
        killInTraffic(1);
    }

    @Test
    void takesItsMessagesAlongWhenAnotherDiesToo() throws Exception {
        killInTraffic(2);
    }

    private void killInTraffic(int victims) throws Exception {
        List<Integer> dying = victims(victims);
        try (FaultyJob job = FaultyJob.continuing(
                        TrafficProgram.class, FOUR_BY_TWO, Long.toString(random.nextLong()), "150")
                .start()) {
            int lines = 8;
            for (int victim : dying) {
                lines += random.nextInt(30);
                job.awaitTimes(TrafficProgram.AT, lines);
                job.kill(victim);
            }
            job.hasFaults();
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, TrafficProgram.DONE, dying);
        }
    }

    @Test
    void leavesTheOthersAbleToMakeACommunicatorOfTheirOwn() throws Exception {
        List<Integer> dying = victims(2);
        try (FaultyJob job = FaultyJob.continuing(
                        CollectivesProgram.class, FOUR_BY_TWO, Long.toString(random.nextLong()), "4")
                .start()) {
            int lines = 1;
            for (int victim : dying) {
                lines += random.nextInt(5);
                job.awaitTimes(CollectivesProgram.AT, lines);
                job.kill(victim);
                lines++;
            }
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, CollectivesProgram.DONE, dying);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {LateMemberProgram.NEVER, LateMemberProgram.OWNERSHIP})
    @Core
    void endsCollectivesThatSomeNeverCall(String driver) throws Exception {
        killBeforeACollective(driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "nonblocking", "persistent", LateMemberProgram.DUPLICATE})
    void endsCollectivesThatSomeHaveNotCalledYet(String driver) throws Exception {
        killBeforeACollective(driver);
    }

    private static void killBeforeACollective(String driver) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(LateMemberProgram.class, List.of(1, 1, 1), driver)
                .with(NetworkOptions.MODULE, driver.equals(LateMemberProgram.OWNERSHIP) ? "tcp" : "mapped")
                .start()) {
            job.awaitTimes(LateMemberProgram.READY, 3);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, LateMemberProgram.DONE, IntStream.range(0, 2));
        }
    }

    @Test
    void doesSoTogetherWithAnother() throws Exception {
        List<Integer> dying = victims(2);
        try (FaultyJob job = FaultyJob.continuing(
                        CollectivesProgram.class, FOUR_BY_TWO, Long.toString(random.nextLong()), "4")
                .start()) {
            job.awaitTimes(CollectivesProgram.AT, 1 + random.nextInt(5));
            dying.forEach(job::kill);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, CollectivesProgram.DONE, dying);
        }
    }

    @Test
    void endsMessagesOf100MiBInTheirMiddle() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(LargeTransferProgram.class, List.of(3, 2, 2))
                .start()) {
            job.awaitTimes(LargeTransferProgram.FIRST, 4);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, LargeTransferProgram.DONE, IntStream.range(0, 5));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"idle", "connecting", "ended"})
    void isHeardOfWhateverItDid(String moment) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(MomentProgram.class, List.of(1, 1, 1), moment)
                .start()) {
            job.awaitTimes(MomentProgram.READY, 1);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, MomentProgram.DONE, IntStream.range(0, 2));
        }
    }

    @ParameterizedTest
    @CsvSource({"allocated, mapped", "heap, mapped", "allocated, tcp", "heap, tcp"})
    void endsWaitsForItsHandlersAndForItsLocks(String memory, String network) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(OneSidedDeathProgram.class, List.of(1, 1, 1), memory)
                .with(NetworkOptions.MODULE, network)
                .start()) {
            job.awaitTimes(OneSidedDeathProgram.READY, 1);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, OneSidedDeathProgram.DONE, IntStream.range(0, 2));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void doesNotTakeThePostsOfTheOthersFromTheNextStart(String first, String second) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(StartedDeathProgram.class, List.of(1, 1, 1), first, second)
                .start()) {
            job.awaitTimes(StartedDeathProgram.READY, 1);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, StartedDeathProgram.DONE, IntStream.range(0, 2));
        }
    }

    /** Also when the process of the lock computes and calls nothing until the one that waits has got its error. */
    @Test
    void endsWaitsForItsLocksAtATargetThatComputes(@TempDir Path files) throws Exception {
        String reported = files.resolve("told").toString();
        try (FaultyJob job = FaultyJob.continuing(
                        OneSidedDeathProgram.class, List.of(1, 1, 1), OneSidedDeathProgram.HEAP, reported)
                .with(NetworkOptions.MODULE, "tcp")
                .start()) {
            job.awaitTimes(OneSidedDeathProgram.READY, 1);
            job.kill(2);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, OneSidedDeathProgram.DONE, IntStream.range(0, 2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"killed", LongMessageDeathProgram.AT_ONCE})
    void isReportedToTheHandlersOfItsUnfinishedMessages(String end) throws Exception {
        try (FaultyJob job = FaultyJob.continuing(LongMessageDeathProgram.class, List.of(1, 1), end)
                .start()) {
            job.awaitTimes(LongMessageDeathProgram.READY, 1);
            job.kill(1);
            assertEquals(KILLED, job.await(), job::toString);
            assertDone(job, LongMessageDeathProgram.DONE, IntStream.range(0, 1));
        }
    }

    @Test
    void isNamedWhenItHasNotComeToTheStart() throws Exception {
        try (FaultyJob job = FaultyJob.continuing(MomentProgram.class, List.of(1, 1, 1), "before")
                .start()) {
            assertEquals(3, job.await(), job::toString);
            assertFalse(job.out().stream().anyMatch(line -> line.startsWith(MomentProgram.DONE)), job::toString);
            assertTrue(job.err().contains("step=start: process 2"), job::toString);
        }
    }

    private List<Integer> victims(int count) {
        int first = random.nextInt(4);
        return count == 1 ? List.of(first) : List.of(first, (first + 1 + random.nextInt(3)) % 4);
    }

    private static void assertDone(FaultyJob job, String word, List<Integer> dead) {
        assertDone(job, word, IntStream.range(0, 8).filter(rank -> !dead.contains(rank / 2)));
    }

    private static void assertDone(FaultyJob job, String word, IntStream ranks) {
        ranks.forEach(rank -> assertTrue(
                job.out().stream().anyMatch(line -> line.startsWith(word + rank)), () -> "rank " + rank + ": " + job));
    }
}
