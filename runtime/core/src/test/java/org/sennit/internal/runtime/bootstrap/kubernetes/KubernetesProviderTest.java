package org.sennit.internal.runtime.bootstrap.kubernetes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

/** Three pods in one JVM, with names that resolve when the test says so. */
@Deadline(seconds = 60)
class KubernetesProviderTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Integer, EngineProcesses> members = new HashMap<>();
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private int port;

    @TempDir
    Path folder;

    @BeforeEach
    void findAPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
    }

    @AfterEach
    void end() {
        threads.close();
    }

    private InetAddress lookup(String name) throws UnknownHostException {
        asked.add(name);
        if (!names.contains(name)) {
            throw new UnknownHostException(name + ": Name or service not known");
        }
        return InetAddress.getLoopbackAddress();
    }

    private Options options(int timeoutSeconds) throws IOException {
        Path file = folder.resolve("secret");
        if (!Files.exists(file)) {
            Files.writeString(file, "0123456789abcdef0123456789abcdef");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        }
        return Options.defaults()
                .with(JobOptions.SECRET_FILE, file.toString(), "test")
                .with(KubernetesOptions.PODS, 3, "test")
                .with(JobOptions.ENDPOINTS, 4, "test")
                .with(JobOptions.TIMEOUT_SECONDS, timeoutSeconds, "test")
                .with(KubernetesOptions.SERVICE, "pods", "test")
                .with(KubernetesOptions.PORT, port, "test");
    }

    private CompletableFuture<Bootstrap> join(int pod, Options options) {
        EngineProcesses own = members.computeIfAbsent(pod, any -> new EngineProcesses());
        KubernetesProvider provider = new KubernetesProvider(
                Map.of("JOB_COMPLETION_INDEX", Integer.toString(pod), "HOSTNAME", "solver-" + pod), own, this::lookup);
        assertNull(provider.unavailableBecause(options));
        return CompletableFuture.supplyAsync(() -> provider.join(options, RuntimeContext.system()), threads);
    }

    private void closeAll(List<Bootstrap> jobs) {
        jobs.stream()
                .map(each -> CompletableFuture.runAsync(each::close, threads))
                .toList()
                .forEach(CompletableFuture::join);
        members.values().forEach(each -> each.of("kubernetes", () -> null).leave());
    }

    private static SennitException failureOf(CompletableFuture<Bootstrap> join) {
        SennitException failure = (SennitException)
                assertThrows(CompletionException.class, join::join).getCause();
        assertEquals(ErrorClass.BOOTSTRAP, failure.errorClass());
        return failure;
    }

    @Test
    void podsMeetOnceTheFirstOneHasAnAddress() throws Exception {
        List<CompletableFuture<Bootstrap>> joins = new ArrayList<>();
        for (int pod = 2; pod >= 1; pod--) {
            joins.add(join(pod, options(30)));
        }
        assertEquals("solver-0.pods", asked.take());
        names.add("solver-0.pods");
        joins.add(join(0, options(30)));
        List<Bootstrap> jobs = joins.stream().map(CompletableFuture::join).toList();
        for (Bootstrap each : jobs) {
            assertEquals(3, each.job().processes());
            assertEquals(1, each.job().hostProcesses());
            assertEquals(4, each.job().endpointsPerProcess());
            assertEquals(jobs.get(0).job().jobId(), each.job().jobId());
            assertArrayEquals(jobs.get(0).secret(), each.secret());
        }
        closeAll(jobs);
    }

    @Test
    void aPodThatIsNotThereIsNamed() throws Exception {
        names.addAll(List.of("solver-0.pods", "solver-1.pods"));
        CompletableFuture<Bootstrap> one = join(1, options(30));
        asked.take(); // it is about to come when the time of pod 0 begins
        CompletableFuture<Bootstrap> zero = join(0, options(1));
        for (CompletableFuture<Bootstrap> each : List.of(zero, one)) {
            String message = failureOf(each).getMessage();
            assertTrue(message.contains("process 2"), message);
            assertTrue(message.contains("; pod 2 (solver-2.pods) does not resolve yet: not scheduled"), message);
        }
    }

    @Test
    void theFirstPodThatIsNotThereIsNamed() throws Exception {
        names.add("solver-1.pods");
        String message = failureOf(join(1, options(1))).getMessage();
        assertTrue(message.startsWith("process 0 at port " + port + " of solver-0.pods does not answer"), message);
        assertTrue(
                message.contains(": unknown host solver-0.pods; pod 0 (solver-0.pods) does not resolve yet, pod 2"
                        + " (solver-2.pods)"),
                message);
    }

    @Test
    void saysWhatIsMissingWhileItWaits() throws Exception {
        PodRoll roll = new PodRoll("solver", "pods", 2, this::lookup, 1_000_000);
        PodRoll.Watch watch = roll.watch(RuntimeContext.system());
        assertEquals("solver-0.pods", asked.take());
        assertEquals("solver-1.pods", asked.take());
        assertEquals("solver-0.pods", asked.take());
        watch.close();
        names.addAll(List.of("solver-0.pods", "solver-1.pods"));
        assertEquals("all 2 pods resolve", roll.state());
    }

    /** What the shutdown hook does when Kubernetes sends SIGTERM. */
    @Test
    void aPodThatIsBeingDeletedTellsTheOthers() throws Exception {
        names.add("solver-0.pods");
        List<Bootstrap> jobs = IntStream.of(0, 1, 2).mapToObj(pod -> joinUnchecked(pod)).toList().stream()
                .map(CompletableFuture::join)
                .toList();
        BlockingQueue<String> news = new LinkedBlockingQueue<>();
        jobs.get(0).onDeath(new DeathListener() {
            @Override
            public void processDied(int process, String why) {
                news.add(process + ": " + why);
            }

            @Override
            public void endpointFailed(int process, int endpoint, String why) {}
        });
        members.get(2).of("kubernetes", () -> null).leave();
        assertEquals("2: process 2 leaves: its JVM ends inside the job, by a signal or System.exit", news.take());
        closeAll(jobs);
    }

    private CompletableFuture<Bootstrap> joinUnchecked(int pod) {
        try {
            return join(pod, options(30));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSecretThatAllMayReadIsRefused() throws Exception {
        Options options = options(1);
        Files.setPosixFilePermissions(folder.resolve("secret"), PosixFilePermissions.fromString("r--r--r--"));
        assertTrue(failureOf(join(0, options)).getMessage().contains("other users may read or write the secret"));
    }

    @Test
    void saysWhyItHasNotStartedThisProcess() throws Exception {
        Options options = options(1);
        Map<String, String> pod = Map.of("JOB_COMPLETION_INDEX", "0");
        assertEquals("JOB_COMPLETION_INDEX is not set: no pod of an Indexed Job", reason(Map.of(), options));
        assertEquals(
                "option kubernetes.service is not set",
                reason(pod, options.with(KubernetesOptions.SERVICE, "", "test")));
        assertEquals(
                "option kubernetes.pods is 1; set it to the completions of the Job",
                reason(pod, options.with(KubernetesOptions.PODS, 1, "test")));
        KubernetesProvider other = new KubernetesProvider(
                Map.of("JOB_COMPLETION_INDEX", "1", "HOSTNAME", "solver-0"), new EngineProcesses(), this::lookup);
        SennitException failure =
                assertThrows(SennitException.class, () -> other.join(options, RuntimeContext.system()));
        assertTrue(failure.getMessage().contains("'solver-0' does not end in -1"), failure::getMessage);
        assertFalse(new KubernetesProvider().deaths().isEmpty());
    }

    private String reason(Map<String, String> environment, Options options) {
        return new KubernetesProvider(environment, new EngineProcesses(), this::lookup).unavailableBecause(options);
    }
}
