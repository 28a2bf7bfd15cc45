package org.sennit.conformance.twohosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

/** Jobs over two hosts, with TLS between them as by default: a cable that is pulled out, a slow one that loses packets. */
@Deadline(seconds = 60)
@Tag("stress") // a process that starts before its cable is up listens on loopback only
class TwoHostsTest {
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

    @Test
    void healsAShortCutWithNothingLost() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 120, Map.of("net.silence", "20000"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 20), () -> reports(run));
            spaces.setCable(false);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1500)); // the fault itself
            spaces.setCable(true);
            assertTrue(run.awaitLine(TwoHostsProgram.DONE), () -> reports(run));
            assertEquals(List.of(0, 0), run.awaitEnd(20), () -> reports(run));
        }
    }

    @Test
    void takesAPeerForDeadWhenTheSilenceHasLastedAsLongAsIsSet() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 1_000_000, Map.of("net.silence", "2000"))) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 20), () -> reports(run));
            spaces.setCable(false);
            List<Integer> statuses = run.awaitEnd(20);
            assertTrue(statuses.get(0) > 0 && statuses.get(1) > 0, () -> statuses + reports(run));
            for (int host = 0; host < 2; host++) {
                String said = run.err(host);
                assertTrue(said.contains("PROC_FAILED") && said.contains("process"), () -> reports(run));
            }
        }
    }

    @Test
    void bringsEverythingOverASlowCableThatLosesPackets() throws Exception {
        try (TwoHostsRun run = new TwoHostsRun(spaces, 6, Map.of())) {
            assertTrue(run.awaitLine(TwoHostsProgram.ROUND + 1), () -> reports(run));
            spaces.limit("200mbit");
            assertTrue(run.awaitLine(TwoHostsProgram.DONE), () -> reports(run));
            assertEquals(List.of(0, 0), run.awaitEnd(20), () -> reports(run));
        }
    }

    private static String reports(TwoHostsRun run) {
        try {
            return "\n" + run.err(0) + "\n" + run.err(1);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
