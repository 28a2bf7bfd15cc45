package org.sennit.conformance.twohosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.conformance.behaviours.BehaviourProgram;
import org.sennit.conformance.launch.LaunchProgram;
import org.sennit.testkit.Deadline;

/**
 * Jobs over two hosts, started by {@code sennit run --hosts}, with TLS between the processes as by default: how they
 * end, a cable that is pulled out, a slow one that loses packets.
 */
@Deadline(seconds = 120)
@Tag("stress") // a process that starts before its cable is up listens on loopback only
class TwoHostsTest {
    private static final String PROGRAM = TwoHostsProgram.class.getName();
    private static final String START_UP = LaunchProgram.class.getName();

    private static final Pattern JOIN = Pattern.compile("sennit join (\\S+) --secret-file (\\S+)");

    private NameSpaces spaces;

    @BeforeEach
    void open() throws Exception {
        spaces = NameSpaces.open();
        assumeTrue(spaces != null, "no network name spaces here: needs root and ip");
    }

    @AfterEach
    void close() {
        if (spaces != null) {
            spaces.close();
        }
    }

    private TwoHostsRun pair(int rounds, Map<String, String> settings) throws Exception {
        return new TwoHostsRun(spaces, 1, settings, PROGRAM, "" + rounds);
    }

    @Test
    void computesAcrossHosts() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 2, Map.of(), "cg")) {
            assertTrue(run.awaitLine(" VERIFICATION SUCCESSFUL"), run::reports);
            while (run.awaitLine("")) {
                // Up to the end of its output.
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
            assertEquals("", run.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gups", "histogram", "lapi"})
    void accessesMemoryAcrossHosts(String example) throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 2, Map.of(), example)) {
            while (run.awaitLine("")) {
                // Up to the end of its output.
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
            assertEquals("", run.err());
            assertTrue(run.reports().contains(" exact; ") || example.equals("lapi"), run::reports);
        }
    }

    @Test
    void oneSidedCommunicationHoldsAcrossHosts() throws Exception {
        String program = BehaviourProgram.class.getName();
        Map<String, String> two = Map.of("job.endpoints", "2");
        try (TwoHostsRun run = new TwoHostsRun(spaces, 1, two, program, BehaviourProgram.ONE_SIDED)) {
            assertTrue(run.awaitLine(BehaviourProgram.DONE), run::reports);
            while (run.awaitLine("")) {
                // Up to the end of its output.
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
        }
    }

    @Test
    void computesALargerProblemAcrossHosts() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 1, Map.of("job.endpoints", "2"), "cg", "A")) {
            assertTrue(run.awaitLine(" VERIFICATION SUCCESSFUL"), run::reports);
            while (run.awaitLine("")) {
                // Up to the end of its output.
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
        }
    }

    /** Small frames pass, so that each new connection looks well; the end is that of a silent peer. */
    @Test
    void aPathThatCarriesNoLargeFrameEndsAsSilenceDoes() throws Exception {
        try (TwoHostsRun run = pair(1_000_000, Map.of("net.silence", "2000"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 20), run::reports);
            List<ProcessHandle> all = run.all();
            spaces.dropLargeFrames();
            while (run.awaitLine("")) {
                // What was under way.
            }
            assertTrue(run.awaitEnd(30) > 0, run::reports);
            assertTrue(run.err().contains("may drop large frames"), run::reports);
            awaitEnd(all);
        }
    }

    /** The launcher on one host, a process started by hand on each. */
    @Test
    void processesThatAreStartedByHandComputeAcrossHosts() throws Exception {
        List<String> flags = List.of("--wait", "2", "-t", "2");
        try (TwoHostsRun run = new TwoHostsRun(command -> spaces.on(0, command), flags, Map.of(), "cg")) {
            Matcher printed = run.awaitError(JOIN);
            assertEquals(spaces.address(0), printed.group(1).replaceFirst(":.*", ""));
            List<Process> joined = new ArrayList<>();
            for (int host = 0; host < 2; host++) {
                joined.add(new ProcessBuilder(spaces.on(
                                host, TwoHostsRun.java("join", printed.group(1), "--secret-file", printed.group(2))))
                        .inheritIO()
                        .start());
            }
            assertTrue(run.awaitLine(" VERIFICATION SUCCESSFUL"), run::reports);
            while (run.awaitLine("")) {
                // Up to the end of its output.
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
            for (Process each : joined) {
                assertEquals(0, each.waitFor(), run::reports);
            }
        }
    }

    @Test
    void usesSeveralLanes() throws Exception {
        try (TwoHostsRun run = pair(3, Map.of("net.lanes", "2"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.DONE), run::reports);
            assertEquals(0, run.awaitEnd(20), run::reports);
        }
    }

    @Test
    void endsWithTheStatusOfARankThatExits() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 2, Map.of(), START_UP, "exit", "3")) {
            List<ProcessHandle> all = List.of();
            if (run.awaitLine("ready")) {
                all = run.all();
            }
            assertEquals(3, run.awaitEnd(20), run::reports);
            assertTrue(run.err().contains(" on host " + spaces.name(0) + ") ended with exit status 3"), run::reports);
            awaitEnd(all);
        }
    }

    @Test
    void endsWithARankThatIsKilled() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 2, Map.of(), START_UP, "hang")) {
            for (int i = 0; i < 4; i++) {
                assertTrue(run.awaitLine("ready"), run::reports);
            }
            List<ProcessHandle> all = run.all();
            run.kill(START_UP, 3);
            assertEquals(137, run.awaitEnd(20), run::reports);
            assertTrue(run.err().contains(" on host " + spaces.name(1) + ") was ended by signal 9"), run::reports);
            awaitEnd(all);
        }
    }

    @Test
    void endsEverywhereByControlC() throws Exception {
        try (TwoHostsRun run = pair(1_000_000, Map.of())) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 3), run::reports);
            List<ProcessHandle> all = run.all();
            assertTrue(all.size() >= 5, all::toString);
            run.interrupt();
            assertEquals(130, run.awaitEnd(20), run::reports);
            awaitEnd(all);
        }
    }

    @Test
    void endsWhenAHostIsCutOffForGood() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 1, Map.of(), START_UP, "hang")) {
            assertTrue(run.awaitLine("ready") && run.awaitLine("ready"), run::reports);
            List<ProcessHandle> all = run.all();
            spaces.setCable(false);
            assertEquals(1, run.awaitEnd(60), run::reports);
            assertTrue(
                    run.err()
                            .contains(
                                    "was lost: host " + spaces.name(1) + ": its connection to the launcher has ended"),
                    run::reports);
            awaitEnd(all);
        }
    }

    @Test
    void saysThatAHostCannotReachTheLauncher() throws Exception {
        spaces.setCable(false);
        try (TwoHostsRun run = new TwoHostsRun(spaces, 1, Map.of("launch.timeout", "4"), START_UP, "nothing")) {
            assertFalse(run.awaitLine(""));
            assertEquals(1, run.awaitEnd(20), run::reports);
            assertTrue(
                    run.err()
                            .contains("1 of 2 hosts cannot be used: host " + spaces.name(1)
                                    + ": cannot reach the launcher at port "),
                    run::reports);
        }
    }

    @Test
    void healsAShortCutWithNothingLost() throws Exception {
        try (TwoHostsRun run = pair(120, Map.of("net.silence", "20000"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 20), run::reports);
            spaces.setCable(false);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1500)); // the fault itself
            spaces.setCable(true);
            assertTrue(run.awaitLine(TwoHostsProgram.DONE), run::reports);
            assertEquals(0, run.awaitEnd(20), run::reports);
        }
    }

    @Test
    void takesAPeerForDeadWhenTheSilenceHasLastedAsLongAsIsSet() throws Exception {
        try (TwoHostsRun run = pair(1_000_000, Map.of("net.silence", "2000"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 20), run::reports);
            List<ProcessHandle> all = run.all();
            spaces.setCable(false);
            assertTrue(run.awaitEnd(30) > 0, run::reports);
            assertTrue(run.err().contains("process"), run::reports);
            awaitEnd(all);
        }
    }

    /** 50 ms each way: start-up, TLS, messages of every kind, and no peer is taken for silent. */
    @Test
    void computesOverALongPath() throws Exception {
        spaces.close();
        spaces = NameSpaces.open(50);
        assumeTrue(spaces != null, "no tun devices here");
        try (TwoHostsRun run = pair(3, Map.of("net.silence", "2000"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.DONE), run::reports);
            assertEquals(0, run.awaitEnd(20), run::reports);
            assertEquals("", run.err());
        }
    }

    /** Every behaviour that users may rely on, two endpoints on each host. */
    @Test
    void behavesAsOnOneHost() throws Exception {
        String behaviours = "org.sennit.conformance.behaviours.BehaviourProgram";
        try (TwoHostsRun run = new TwoHostsRun(spaces, 1, Map.of("job.endpoints", "2"), behaviours)) {
            int passed = 0;
            while (run.awaitLine("passed ")) {
                passed++;
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
            assertTrue(passed > 100, run::reports);
        }
    }

    @Test
    void bringsEverythingOverASlowCableThatLosesPackets() throws Exception {
        try (TwoHostsRun run = pair(6, Map.of())) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 1), run::reports);
            spaces.limit("200mbit");
            assertTrue(run.awaitLine(TwoHostsProgram.DONE), run::reports);
            assertEquals(0, run.awaitEnd(20), run::reports);
        }
    }

    /** Nothing of a job stays; the test's deadline bounds the wait. */
    private static void awaitEnd(List<ProcessHandle> all) {
        for (ProcessHandle process : all) {
            while (process.isAlive()) {
                Thread.yield();
            }
        }
    }
}
