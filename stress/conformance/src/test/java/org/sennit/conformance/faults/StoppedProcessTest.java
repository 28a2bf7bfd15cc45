package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/**
 * Processes that are stopped (SIGSTOP): for a while it is no failure, for longer than {@code net.silence} it is one.
 */
@Deadline(seconds = 120)
class StoppedProcessTest {
    private static final List<Integer> THREE_BY_TWO = List.of(2, 2, 2);
    private static final int STOPPED_SECONDS = 5;
    private static final int SILENCE_MS = 4000; // a living process of a busy machine says something in time

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @Test
    void isNoFailureForFiveSeconds() throws Exception {
        try (FaultyJob job = FaultyJob.aborting(
                        TrafficProgram.class, THREE_BY_TWO, Long.toString(random.nextLong()), "200")
                .start()) {
            job.awaitTimes(TrafficProgram.AT, 6 + random.nextInt(20));
            int victim = random.nextInt(3);
            job.signal("STOP", victim);
            job.hasFaults();
            TimeUnit.SECONDS.sleep(STOPPED_SECONDS); // what is tested, and not waited for
            job.signal("CONT", victim);
            assertEquals(0, job.await(), job::toString);
            assertDone(job, IntStream.range(0, 6));
        }
    }

    @Test
    void isAFailureAfterSilence() throws Exception {
        int victim = random.nextInt(3);
        try (FaultyJob job = FaultyJob.continuing(
                        TrafficProgram.class, THREE_BY_TWO, Long.toString(random.nextLong()), "200")
                .with(silence(), SILENCE_MS)
                .start()) {
            job.awaitTimes(TrafficProgram.AT, 6 + random.nextInt(20));
            job.signal("STOP", victim);
            job.hasFaults();
            assertEquals(128 + 9, job.await(), job::toString);
            assertDone(job, IntStream.range(0, 6).filter(rank -> rank / 2 != victim));
            assertTrue(job.report().contains("silent"), job::toString);
        }
    }

    private static void assertDone(FaultyJob job, IntStream ranks) {
        ranks.forEach(rank -> assertTrue(
                job.out().stream().anyMatch(line -> line.startsWith(TrafficProgram.DONE + rank)),
                () -> "rank " + rank + ": " + job));
    }

    @SuppressWarnings("unchecked") // the option's values are whole numbers
    private static Option<Integer> silence() {
        for (OptionProvider provider : ServiceLoader.load(OptionProvider.class)) {
            for (Option<?> option : provider.options()) {
                if (option.name().equals("net.silence")) {
                    return (Option<Integer>) option;
                }
            }
        }
        throw new AssertionError("there is no option net.silence");
    }
}
