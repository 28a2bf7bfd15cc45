package org.sennit.conformance.twohosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.launch.LaunchProgram;
import org.sennit.testkit.Deadline;

/** Jobs whose processes are started by ssh, over an sshd of the test's own. */
@Deadline(seconds = 180)
@Tag("stress") // needs an sshd
class SshTest {
    private static final String START_UP = LaunchProgram.class.getName();

    @TempDir
    private Path folder;

    private SshServer server;

    @BeforeEach
    void open() throws Exception {
        server = SshServer.start(folder);
        assumeTrue(server != null, "no sshd");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private TwoHostsRun over(String agent, String... program) throws Exception {
        List<String> flags = List.of("--hosts", "a,b", "-t", "2", "--agent", agent);
        return new TwoHostsRun(command -> command, flags, Map.of("launch.timeout", "60"), program);
    }

    private TwoHostsRun run(String... program) throws Exception {
        return over(server.agent(), program);
    }

    /** A job that hangs, and all its processes. */
    private List<ProcessHandle> hang(TwoHostsRun run) throws Exception {
        assertTrue(run.awaitLine("ready") && run.awaitLine("ready"), run::reports);
        List<ProcessHandle> all = new ArrayList<>(run.all());
        server.sessions().forEach(all::add);
        return all;
    }

    private static void awaitEnd(List<ProcessHandle> all) {
        for (ProcessHandle process : all) {
            while (process.isAlive()) {
                Thread.yield(); // the test's deadline bounds it
            }
        }
    }

    @Test
    void computes() throws Exception {
        try (TwoHostsRun run = run("cg", "S")) {
            assertTrue(run.awaitLine(" VERIFICATION SUCCESSFUL"), run::reports);
            while (run.awaitLine("")) {
                // Up to the end of its output.
            }
            assertEquals(0, run.awaitEnd(20), run::reports);
            assertEquals("", run.err());
        }
    }

    @Test
    void endsWithTheStatusOfARankThatExits() throws Exception {
        try (TwoHostsRun run = run(START_UP, "exit", "3")) {
            assertEquals(3, run.awaitEnd(90), run::reports);
            assertTrue(run.err().contains(" on host b) ended with exit status 3"), run::reports);
            assertEquals(1, run.err().lines().count(), run::reports);
            awaitEnd(server.sessions().toList());
        }
    }

    @Test
    void endsWithARankThatIsKilled() throws Exception {
        try (TwoHostsRun run = run(START_UP, "hang")) {
            List<ProcessHandle> all = hang(run);
            TwoHostsRun.kill(all.stream(), START_UP, 1);
            assertEquals(137, run.awaitEnd(30), run::reports);
            assertTrue(run.err().contains(" on host b) was ended by signal 9"), run::reports);
            awaitEnd(all);
        }
    }

    @Test
    void endsEverywhereByControlC() throws Exception {
        try (TwoHostsRun run = run(START_UP, "hang")) {
            List<ProcessHandle> all = hang(run);
            run.interrupt();
            assertEquals(130, run.awaitEnd(30), run::reports);
            awaitEnd(all);
        }
    }

    @Test
    void endsWhenAnSshDies() throws Exception {
        try (TwoHostsRun run = run(START_UP, "hang")) {
            List<ProcessHandle> all = hang(run);
            ProcessHandle ssh = run.all().stream()
                    .filter(each -> each.info().command().orElse("").endsWith("/ssh"))
                    .findFirst()
                    .orElseThrow();
            ssh.destroyForcibly();
            assertEquals(1, run.awaitEnd(30), run::reports);
            assertTrue(run.err().contains(" was lost: host "), run::reports);
            assertTrue(run.err().contains("ended with exit status 137"), run::reports);
            awaitEnd(all);
        }
    }

    private void fails(String agent, String said) throws Exception {
        try (TwoHostsRun run = over(agent, START_UP, "nothing")) {
            assertFalse(run.awaitLine(""));
            assertEquals(1, run.awaitEnd(90), run::reports);
            assertEquals(1, run.err().lines().count(), run::reports);
            for (String host : List.of("a", "b")) {
                assertTrue(run.err().contains("host " + host + ": agent ssh "), run::reports);
            }
            assertTrue(run.err().contains("2 of 2 hosts cannot be used: "), run::reports);
            assertTrue(run.err().contains("ended with exit status 255, last words: "), run::reports);
            assertTrue(run.err().contains(said), run::reports);
        }
    }

    @Test
    void saysThatTheKeyOfTheHostIsUnknown() throws Exception {
        server.forgetHostKey();
        fails(server.agent(), "Host key verification failed.");
    }

    @Test
    void asksForNoPassword() throws Exception {
        fails(server.agent("other_key", server.port()), "Permission denied");
    }

    @Test
    void saysThatNoServerIsThere() throws Exception {
        fails(server.agent("key", SshServer.freePort()), "Connection refused");
    }

    /** No host has such a name, by RFC 2606. */
    @Test
    void saysThatANameDoesNotResolve() throws Exception {
        fails("ssh -o BatchMode=yes {host}.invalid {command}", "Could not resolve hostname ");
    }
}
