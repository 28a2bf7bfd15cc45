package org.sennit.conformance.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Every collective in any size, from any root, with 1 to 17 members, blocking, nonblocking and persistent, in place or
 * not, in any memory, against a serial model: random cases, all from a seed that is printed. The model of a reduction
 * is the canonical tree, bit by bit, so the same bits come of every spread. {@code mvn -Dcollectives.seconds=N} for all
 * placements together, {@code -Dsennit.test.seed=N} for the first round, {@code -Dsennit.collectives.only=N} for one.
 */
@Deadline(seconds = 900)
@Tag("seeds")
@Behaviours({27, 28})
class CollectivesTest {
    private static final int SECONDS = Integer.getInteger("sennit.collectives.seconds", 6);

    /** Three options in this JVM and three placements over JVMs. */
    private static final long SHARE_NS = TimeUnit.SECONDS.toNanos(SECONDS) / 6;

    private static final Long ONLY = Long.getLong("sennit.collectives.only");

    private final long firstRound = ONLY != null ? ONLY : Long.getLong("sennit.test.seed", System.nanoTime() >>> 12);
    private final long most = ONLY != null ? 1 : Long.MAX_VALUE;

    @ParameterizedTest
    @Core
    @ValueSource(strings = {"", "checked=true", "thread.level=multiple"})
    void equalTheModelAmongThreads(String option) {
        CollectiveProgram program = new CollectiveProgram(SHARE_NS, firstRound, most);
        try {
            Job.run(CollectiveProgram.MOST_RANKS, options(option), program);
        } catch (RuntimeException e) {
            throw new AssertionError(command() + " " + option, e);
        }
        assertCore(program.core());
        report("1x17 " + option, program.ran());
    }

    /** The ranks of a communicator are any of these in any order: all in one JVM, each in its own, and in between. */
    @Test
    @Core
    void equalTheModelAcrossJvms() {
        acrossJvms(3, 3);
    }

    @ParameterizedTest
    @CsvSource({"2, 9", "4, 4", "5, 1"})
    void equalTheModelAcrossOtherNumbersOfJvms(int processes, int endpoints) {
        acrossJvms(processes, endpoints);
    }

    private void acrossJvms(int processes, int endpoints) {
        MultiJvmRun run = MultiJvmRun.of(
                CollectiveProgram.class,
                processes,
                endpoints,
                CollectiveProgram.deadlineSeconds(SHARE_NS),
                "" + SHARE_NS,
                "" + firstRound,
                "" + most);
        assertEquals(0, run.exitStatus(), () -> command() + "\n" + run.err());
        assertCore(run.out()
                .lines()
                .filter(line -> line.startsWith(CollectiveProgram.CORE))
                .map(line -> line.substring(CollectiveProgram.CORE.length()))
                .collect(Collectors.toSet()));
        int ran = run.out()
                .lines()
                .filter(line -> line.startsWith(CollectiveProgram.RAN))
                .mapToInt(line -> Integer.parseInt(line.substring(CollectiveProgram.RAN.length())))
                .sum();
        report(processes + "x" + endpoints, ran);
    }

    /** Every collective has passed by every driver in this placement. */
    private static void assertCore(Set<String> passed) {
        if (ONLY == null) {
            assertEquals(CollectiveProgram.coreNames(), new TreeSet<>(passed));
        }
    }

    private static Options options(String one) {
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        if (!one.isEmpty()) {
            String[] pair = one.split("=");
            properties.setProperty(Options.propertyName(pair[0]), pair[1]);
        }
        return Options.of(properties, System.getenv());
    }

    /** What to type to have the rounds again. */
    private String command() {
        return "mvn verify -pl stress/conformance -am -Dtest=CollectivesTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dtest.flags=-Dsennit.collectives.only=ROUND (rounds from " + firstRound + ")";
    }

    private void report(String placement, int ran) {
        int least = CollectiveProgram.leastCases(most);
        System.out.println("collectives " + placement + ": " + ran + " cases from round " + firstRound);
        assertTrue(ran >= least, "only " + ran + " cases ran, expected at least " + least);
    }
}
