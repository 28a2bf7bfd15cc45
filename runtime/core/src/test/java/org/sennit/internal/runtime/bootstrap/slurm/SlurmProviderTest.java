package org.sennit.internal.runtime.bootstrap.slurm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.Entropy;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.internal.runtime.bootstrap.root.MeetingServer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class SlurmProviderTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String job = Entropy.hex(4); // ports follow from it
    private final Map<Integer, EngineProcesses> members = new HashMap<>();

    @TempDir
    Path home;

    @AfterEach
    void end() {
        threads.close();
    }

    /** Three tasks on two nodes, of which the second one is reached by the address of srun's host. */
    private Map<String, String> environment(int process) {
        return Map.of(
                "SLURM_JOB_ID", job,
                "SLURM_STEP_ID", "0",
                "SLURM_PROCID", Integer.toString(process),
                "SLURM_STEP_NUM_TASKS", "3",
                "SLURM_STEP_NODELIST", "no-such-host-[1-2]",
                "SLURM_STEP_TASKS_PER_NODE", "2,1",
                "SLURM_NODEID", process < 2 ? "0" : "1",
                "SLURM_LAUNCH_NODE_IPADDR", "127.0.0.1",
                "SLURM_CPUS_PER_TASK", "5");
    }

    private SlurmProvider provider(int process) {
        EngineProcesses own = members.computeIfAbsent(process, any -> new EngineProcesses());
        return new SlurmProvider(environment(process), own, home);
    }

    private CompletableFuture<Bootstrap> join(int process, Options options) {
        SlurmProvider provider = provider(process);
        assertNull(provider.unavailableBecause(options));
        return CompletableFuture.supplyAsync(() -> provider.join(options, RuntimeContext.system()), threads);
    }

    private List<Bootstrap> joinAll() {
        return IntStream.of(2, 1, 0).mapToObj(p -> join(p, Options.defaults())).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private void closeAll(List<Bootstrap> jobs) {
        jobs.stream()
                .map(each -> CompletableFuture.runAsync(each::close, threads))
                .toList()
                .forEach(CompletableFuture::join);
        members.values().forEach(each -> each.of("slurm", () -> null).leave());
    }

    @Test
    void tasksMeetAtTheFirstNode() {
        List<Bootstrap> jobs = joinAll();
        for (Bootstrap each : jobs) {
            assertEquals(3, each.job().processes());
            assertEquals(each.job().process() < 2 ? 2 : 1, each.job().hostProcesses());
            assertEquals(5, each.job().endpointsPerProcess());
            assertEquals(jobs.get(0).job().jobId(), each.job().jobId());
            assertArrayEquals(jobs.get(0).secret(), each.secret());
        }
        closeAll(jobs);
    }

    @Test
    void theOptionCountsMoreThanTheProcessorsOfATask() {
        CompletableFuture<Bootstrap> zero = join(0, Options.defaults().with(JobOptions.ENDPOINTS, 3, "test"));
        assertEquals(3, zero.join().job().endpointsPerProcess());
        IntStream.of(1, 2).forEach(p -> join(p, Options.defaults()).join().close());
        closeAll(List.of(zero.join()));
    }

    /** A server of another job listens at the port that is tried first. */
    @Test
    void theServerOfAnotherJobIsPassedOver() throws Exception {
        SlurmStep step = SlurmStep.of("slurm", environment(0));
        int first = SlurmProvider.ports(SlurmProvider.secretOf(step, Options.defaults(), home))
                .getFirst();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), first);
        try (MeetingServer other = new MeetingServer(address, null, 3, new byte[32], RuntimeContext.system())) {
            assertEquals(first, other.address().getPort());
            closeAll(joinAll());
        }
    }

    @Test
    void processZeroThatDoesNotComeIsNamed() {
        CompletableFuture<Bootstrap> two = join(2, Options.defaults().with(JobOptions.TIMEOUT_SECONDS, 1, "test"));
        SennitException failure = (SennitException)
                assertThrows(CompletionException.class, two::join).getCause();
        assertEquals(ErrorClass.BOOTSTRAP, failure.errorClass());
        String message = failure.getMessage();
        assertTrue(message.contains("process 0 at port "), message);
        assertTrue(message.contains(" of no-such-host-1, 127.0.0.1 does not answer within 1000 ms: "), message);
    }

    @Test
    void portsThatAreAllTakenAreNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            Map<String, String> environment = new HashMap<>(environment(0));
            environment.put("SLURM_STEP_RESV_PORTS", Integer.toString(taken.getLocalPort()));
            SlurmProvider provider = new SlurmProvider(environment, new EngineProcesses(), home);
            SennitException failure = assertThrows(
                    SennitException.class, () -> provider.join(Options.defaults(), RuntimeContext.system()));
            assertTrue(failure.getMessage().contains("none of the ports [" + taken.getLocalPort() + "]"));
        }
    }

    @Test
    void theSecretIsMadeOnceForItsOwnerOnly() throws Exception {
        List<Path> files = IntStream.range(0, 8)
                .mapToObj(any -> CompletableFuture.supplyAsync(() -> HomeSecret.file(home), threads))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        Path file = files.getFirst();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        String text = Files.readString(file);
        assertEquals(65, text.length());
        assertEquals(text, Files.readString(HomeSecret.file(home)));
        try (var all = Files.list(file.getParent())) {
            assertEquals(1, all.count());
        }
    }

    @Test
    void aHomeThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.createFile(home.resolve("file"));
        SennitException failure = assertThrows(SennitException.class, () -> HomeSecret.file(file));
        assertTrue(failure.getMessage().contains("bootstrap.secret.file"), failure::getMessage);
    }

    @Test
    void variablesThatDoNotFitTogetherAreErrors() {
        for (Map<String, String> wrong : List.of(
                Map.of("SLURM_PROCID", "3"),
                Map.of("SLURM_PROCID", "x"),
                Map.of("SLURM_NODEID", "2"),
                Map.of("SLURM_STEP_NODELIST", ""),
                Map.of("SLURM_STEP_TASKS_PER_NODE", "2(x"),
                Map.of("SLURM_STEP_TASKS_PER_NODE", "3"))) {
            Map<String, String> environment = new HashMap<>(environment(0));
            environment.putAll(wrong);
            SennitException failure =
                    assertThrows(SennitException.class, () -> SlurmStep.of("slurm", environment), wrong::toString);
            assertEquals(ErrorClass.BOOTSTRAP, failure.errorClass());
        }
        assertEquals(List.of(2, 2, 2, 1), SlurmStep.tasksPerNode("2(x3),1"));
    }

    @Test
    void saysWhyItHasNotStartedThisProcess() {
        assertEquals("SLURM_STEP_ID is not set: not started by srun", reason(Map.of("SLURM_PROCID", "0")));
        assertEquals("SLURM_STEP_NUM_TASKS is 1", reason(Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "1")));
        assertFalse(new SlurmProvider().deaths().isEmpty());
    }

    private String reason(Map<String, String> environment) {
        return new SlurmProvider(environment, new EngineProcesses(), home).unavailableBecause(Options.defaults());
    }
}
