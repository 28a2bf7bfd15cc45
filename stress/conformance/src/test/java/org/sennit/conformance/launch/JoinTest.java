package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.TestJob;
import org.sennit.internal.launch.Main;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.message.SennitException;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/**
 * Processes that are started by hand, {@code sennit join}: what goes wrong, in one clear line, and with nothing left.
 */
@Deadline(seconds = 120)
@EnabledOnOs(OS.LINUX)
class JoinTest {
    private static final Pattern COMMAND = Pattern.compile("sennit join (\\S+):(\\d+) --secret-file (\\S+)");

    @TempDir
    private Path folder;

    private final Lines out = new Lines();
    private final Lines err = new Lines();
    private String port;
    private String secret;

    /** Process 0 here, the others by hand. */
    private JobLauncher.Builder job(int joining) {
        return TestJob.builder()
                .processes(1 + joining)
                .joining(joining)
                .main(LaunchProgram.class)
                .args("numbers")
                .endpoints(1)
                .out(out)
                .err(err);
    }

    private CompletableFuture<Integer> begin(JobLauncher.Builder job) throws InterruptedException {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                status.complete(job.build().run());
            } catch (Throwable failed) {
                status.completeExceptionally(failed);
            }
        });
        err.awaitTimes("--secret-file ", 1);
        err.awaitTimes("without --secret-file it asks", 1);
        Matcher printed = COMMAND.matcher(err.text());
        assertTrue(printed.find(), err::text);
        port = printed.group(2);
        secret = printed.group(3);
        return status;
    }

    private ChildJvm join(String secretFile, int processes) {
        return new ChildJvm(Main.class)
                .arguments("join", "127.0.0.1:" + port, "--secret-file", secretFile, "-n", "" + processes);
    }

    private CompletableFuture<ChildJvm.Result> inBackground(ChildJvm jvm) {
        CompletableFuture<ChildJvm.Result> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> result.complete(jvm.run()));
        return result;
    }

    private void assertRan(CompletableFuture<Integer> status, int processes) throws Exception {
        assertEquals(0, status.get(), err::text);
        assertEquals(processes, out.lines().size(), out::text);
    }

    private static void assertFails(ChildJvm.Result result, String why) {
        assertEquals(1, result.exitStatus(), result.err());
        List<String> lines = result.err()
                .lines()
                .filter(line -> line.startsWith("sennit: join: "))
                .toList();
        assertEquals(1, lines.size(), result.err());
        assertTrue(lines.getFirst().contains(why), result.err());
        assertTrue(result.err().lines().allMatch(line -> line.startsWith("sennit: ")), result.err());
    }

    @Test
    void whoDoesNotHoldTheSecretOrIsAStrangerIsTurnedAwayAndTheJobGoesOn() throws Exception {
        CompletableFuture<Integer> status = begin(job(1));
        Path wrong = Files.createFile(
                folder.resolve("wrong"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(wrong, "0123456789abcdef0123456789abcdef\n");
        try (Socket stranger = new Socket("127.0.0.1", Integer.parseInt(port))) {
            stranger.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertFails(join(wrong.toString(), 1).run(), "secret");
            assertEquals(0, join(secret, 1).run().exitStatus(), err::text);
        }
        assertRan(status, 2);
    }

    @Test
    void moreThanAreWantedAreTurnedAwayAndTheJobGoesOn() throws Exception {
        CompletableFuture<Integer> status = begin(job(1));
        assertFails(join(secret, 2).run(), "only 1 of the job's processes are still to be started by hand, not 2");
        assertEquals(0, join(secret, 1).run().exitStatus(), err::text);
        assertRan(status, 2);
    }

    @Test
    void whoHasNotComeInTimeIsNamedToTheUserAndTheOthersAreSentAway() throws Exception {
        CompletableFuture<Integer> status = begin(job(2).option(LaunchOptions.JOIN_TIMEOUT_SECONDS, 8));
        CompletableFuture<ChildJvm.Result> early = inBackground(join(secret, 1));
        err.awaitTimes("has joined for process 1; still to be started: process 2", 1);
        ExecutionException late = assertThrows(ExecutionException.class, status::get);
        assertTrue(late.getCause() instanceof SennitException, late::toString);
        assertTrue(
                late.getCause()
                        .getMessage()
                        .startsWith(
                                "process 2 of 3 not started by hand within 8 s (launch.join.timeout): sennit join "),
                late::toString);
        assertFails(early.get(), "has given up the job before it has begun");
        assertEquals("", out.text());
    }

    @Test
    void aHostThatLeavesBeforeTheJobLeavesItsProcessToAnother() throws Exception {
        CompletableFuture<Integer> status = begin(job(2));
        Process leaving = join(secret, 1).start();
        err.awaitTimes("has joined for process 1; still to be started: process 2", 1);
        leaving.destroyForcibly();
        err.awaitTimes("has left before the job, without process 1; still to be started: processes 1, 2", 1);
        assertEquals(0, join(secret, 2).run().exitStatus(), err::text);
        assertRan(status, 3);
    }

    /** Nothing is started before all hosts have answered. */
    @Test
    void anAgentThatFailsSendsThoseAwayWhoHaveJoined() throws Exception {
        CompletableFuture<Integer> status =
                begin(job(1).hosts(Map.of("a", List.of(0))).option(LaunchOptions.AGENT, "sh -c exit\\ 7 {command}"));
        CompletableFuture<ChildJvm.Result> joined = inBackground(join(secret, 1));
        ExecutionException failed = assertThrows(ExecutionException.class, status::get);
        assertTrue(failed.getCause().getMessage().startsWith("1 of 1 host cannot be used: host a: "), failed::toString);
        assertFails(joined.get(), "has given up the job before it has begun");
        assertEquals("", out.text());
    }
}
