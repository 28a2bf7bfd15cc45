package org.sennit.internal.runtime.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcess;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

@Deadline(seconds = 60)
class PmiProviderTest {
    private static final long LONG_NS = Deadlines.ns(20);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Integer, EngineProcesses> members = new HashMap<>();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        threads.close();
    }

    private CompletableFuture<Bootstrap> join(FakePmi engine, int process, Options options) {
        EngineProcesses own = members.computeIfAbsent(process, any -> new EngineProcesses());
        PmiProvider provider =
                new PmiProvider(Map.of("PMI_PORT", engine.address(), "PMI_ID", Integer.toString(process)), own);
        assertNull(provider.unavailableBecause(options));
        return CompletableFuture.supplyAsync(() -> provider.join(options, RuntimeContext.system()), threads);
    }

    private List<Bootstrap> joinAll(FakePmi engine, int processes, Options options) {
        List<CompletableFuture<Bootstrap>> joins = IntStream.range(0, processes)
                .mapToObj(process -> join(engine, process, options))
                .toList();
        return joins.stream().map(CompletableFuture::join).toList();
    }

    private void closeAll(List<Bootstrap> bootstraps) {
        bootstraps.stream()
                .map(each -> CompletableFuture.runAsync(each::close, threads))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static EngineProcess process(EngineProcesses of) {
        return of.of("pmi", () -> {
            throw new AssertionError("has not joined");
        });
    }

    private static SennitException failureOf(CompletableFuture<Bootstrap> join) {
        SennitException failure = (SennitException)
                assertThrows(CompletionException.class, join::join).getCause();
        assertEquals(ErrorClass.BOOTSTRAP, failure.errorClass());
        return failure;
    }

    @Test
    void processesMeetAndTheEngineHearsOfTheirEnd() throws Exception {
        try (FakePmi engine = new FakePmi(3)) {
            List<Bootstrap> jobs = joinAll(engine, 3, Options.defaults());
            for (int p = 0; p < 3; p++) {
                assertEquals(p, jobs.get(p).job().process());
                assertEquals(3, jobs.get(p).job().processes());
                assertEquals(3, jobs.get(p).job().hostProcesses());
                assertEquals(jobs.get(0).job().jobId(), jobs.get(p).job().jobId());
                assertArrayEquals(jobs.get(0).secret(), jobs.get(p).secret());
            }
            exchange(jobs);
            String secret = HexFormat.of().formatHex(jobs.get(0).secret());
            assertTrue(engine.values.values().stream().noneMatch(value -> value.contains(secret)));
            closeAll(jobs);
            members.values().forEach(each -> process(each).leave());
            for (int p = 0; p < 3; p++) {
                assertEquals("cmd=finalize", engine.ends.take());
            }
        }
    }

    private void exchange(List<Bootstrap> jobs) {
        jobs.stream()
                .map(each -> CompletableFuture.runAsync(
                        () -> {
                            each.space().put("k" + each.job().process(), "v w");
                            each.space().fence("start", LONG_NS);
                            assertEquals("v w", each.space().get("k" + (jobs.size() - 1)));
                        },
                        threads))
                .toList()
                .forEach(CompletableFuture::join);
    }

    @Test
    void jobsFollowEachOtherAndStandSideBySide() throws Exception {
        try (FakePmi engine = new FakePmi(2)) {
            List<Bootstrap> first = joinAll(engine, 2, Options.defaults());
            closeAll(first);
            List<Bootstrap> second = joinAll(engine, 2, Options.defaults());
            List<Bootstrap> named = joinAll(engine, 2, Options.defaults().with(JobOptions.NAME, "other", "test"));
            assertNotEquals(first.get(0).job().jobId(), second.get(0).job().jobId());
            assertNotEquals(second.get(0).job().jobId(), named.get(0).job().jobId());
            exchange(second);
            exchange(named);
            closeAll(named);
            closeAll(second);
        }
    }

    @Test
    void aProcessThatEndsInsideAJobIsNotFinalized() throws Exception {
        try (FakePmi engine = new FakePmi(2)) {
            List<Bootstrap> jobs = joinAll(engine, 2, Options.defaults());
            process(members.get(1)).leave();
            assertTrue(engine.ends.isEmpty());
            closeAll(jobs);
            process(members.get(1)).leave();
            assertEquals("cmd=finalize", engine.ends.take());
        }
    }

    /** An engine may end all for one that dies before it has finalized. */
    @Test
    void processesThatContinueLeaveTheEngineOnceTheyHaveMet() throws Exception {
        try (FakePmi engine = new FakePmi(2)) {
            List<Bootstrap> jobs = joinAll(engine, 2, Options.defaults().with(JobOptions.FAILURE, "continue", "test"));
            assertEquals("cmd=finalize", engine.ends.take());
            assertEquals("cmd=finalize", engine.ends.take());
            exchange(jobs);
            closeAll(jobs);
            members.values().forEach(each -> process(each).leave());
            assertTrue(engine.ends.isEmpty());
        }
    }

    @Test
    void theEngineEndsTheJobOfAnAbort() throws Exception {
        try (FakePmi engine = new FakePmi(2)) {
            List<Bootstrap> jobs = joinAll(engine, 2, Options.defaults());
            jobs.get(1).space().abort(9, "the report of a test");
            assertEquals("cmd=abort exitcode=9", engine.ends.take());
            closeAll(jobs);
        }
    }

    @Test
    void aLossIsToldToTheOthers() throws Exception {
        try (FakePmi engine = new FakePmi(3)) {
            List<Bootstrap> jobs = joinAll(engine, 3, Options.defaults());
            BlockingQueue<String> news = new LinkedBlockingQueue<>();
            jobs.get(2).onDeath(new DeathListener() {
                @Override
                public void processDied(int process, String why) {
                    news.add(process + " " + why);
                }

                @Override
                public void endpointFailed(int process, int endpoint, String why) {}
            });
            jobs.get(0).reportLost(1, "its cable is cut");
            assertEquals("1 process 0 has lost process 1: its cable is cut", news.take());
            closeAll(jobs);
        }
    }

    @Test
    void countsTheProcessesOfEachHost() throws Exception {
        try (FakePmi engine = new FakePmi(3)) {
            List<CompletableFuture<Bootstrap>> joins = IntStream.range(0, 3)
                    .mapToObj(p -> join(
                            engine,
                            p,
                            Options.of(new java.util.Properties(), Map.of("SENNIT_NET_HOST", p == 2 ? "b" : "a"))))
                    .toList();
            try {
                List<Bootstrap> jobs =
                        joins.stream().map(CompletableFuture::join).toList();
                assertEquals(
                        List.of(2, 2, 1),
                        jobs.stream().map(each -> each.job().hostProcesses()).toList());
                exchange(jobs);
                closeAll(jobs);
            } catch (CompletionException noInterface) { // on a machine without a network
                assertTrue(noInterface.getMessage().contains("no address but loopback"), noInterface::toString);
            }
        }
    }

    /** As in containers of their own on one node. */
    @Test
    void processesThatTheEngineHasPlacedOnOneNodeShareIt() throws Exception {
        try (FakePmi engine = new FakePmi(3)) {
            engine.values.put(ProcessMapping.KEY, "(vector,(0,1,2),(1,1,1))");
            List<CompletableFuture<Bootstrap>> joins = IntStream.range(0, 3)
                    .mapToObj(p -> join(
                            engine, p, Options.of(new java.util.Properties(), Map.of("SENNIT_NET_HOST", "host-" + p))))
                    .toList();
            try {
                List<Bootstrap> jobs =
                        joins.stream().map(CompletableFuture::join).toList();
                assertEquals(
                        List.of(2, 2, 1),
                        jobs.stream().map(each -> each.job().hostProcesses()).toList());
                closeAll(jobs);
            } catch (CompletionException noInterface) { // on a machine without a network
                assertTrue(noInterface.getMessage().contains("no address but loopback"), noInterface::toString);
            }
        }
    }

    private Path secretFile() throws IOException {
        Path file = folder.resolve("secret");
        Files.writeString(file, "0123456789abcdef0123456789abcdef");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @Test
    void aGivenSecretIsNotSent() throws Exception {
        Options given =
                Options.defaults().with(JobOptions.SECRET_FILE, secretFile().toString(), "test");
        try (FakePmi engine = new FakePmi(2)) {
            List<Bootstrap> jobs = joinAll(engine, 2, given);
            assertArrayEquals(jobs.get(0).secret(), jobs.get(1).secret());
            assertTrue(engine.values.get("for.1".replace(".", "%002e")).contains("given"), engine.values::toString);
            closeAll(jobs);
        }
    }

    @Test
    void aSecretForSomeIsAnErrorForAll() throws Exception {
        Options given =
                Options.defaults().with(JobOptions.SECRET_FILE, secretFile().toString(), "test");
        try (FakePmi engine = new FakePmi(2)) {
            CompletableFuture<Bootstrap> zero = join(engine, 0, given);
            CompletableFuture<Bootstrap> one = join(engine, 1, Options.defaults());
            for (CompletableFuture<Bootstrap> each : List.of(zero, one)) {
                assertTrue(failureOf(each).getMessage().contains("processes 1 differ from process 0"));
            }
        }
    }

    @Test
    void valuesOfAnyLengthAndContentPass() throws Exception {
        try (FakePmi engine = new FakePmi(1)) {
            KeyValueSpace space = PmiSpace.ofPort(
                            PortChannel.open(engine.address(), 1000), "0", LONG_NS, RuntimeContext.system())
                    .unlimited();
            String value = "a b\n=%\u20ac ".repeat(600);
            space.put("a long key, with blanks", value);
            assertEquals(value, space.get("a long key, with blanks"));
        }
    }

    private String failureOf(FakePmi engine, long timeoutNs) {
        SennitException failure = assertThrows(SennitException.class, () -> {
            PmiSpace space =
                    PmiSpace.ofPort(PortChannel.open(engine.address(), 1000), "0", LONG_NS, RuntimeContext.system());
            space.put("k", "v");
            space.fence("step", timeoutNs);
            space.get("k");
        });
        assertEquals(ErrorClass.BOOTSTRAP, failure.errorClass());
        return failure.getMessage();
    }

    @Test
    void anEngineThatHangsUpIsNamed() throws Exception {
        for (String command : List.of("initack", "init ", "get_maxes", "put", "barrier_in", "get kvs")) {
            try (FakePmi engine =
                    new FakePmi(1, (line, answer) -> line.startsWith("cmd=" + command) ? FakePmi.CLOSE : answer)) {
                String message = failureOf(engine, LONG_NS);
                assertTrue(message.contains("PMI-1"), message);
            }
        }
    }

    @Test
    void nonsenseIsShown() throws Exception {
        try (FakePmi engine =
                new FakePmi(1, (line, answer) -> line.startsWith("cmd=get_maxes") ? "HTTP/1.1 400 Bad" : answer)) {
            assertEquals(
                    "the process manager (PMI-1) answers 'HTTP/1.1 400 Bad' where cmd=maxes is due",
                    failureOf(engine, LONG_NS));
        }
    }

    @Test
    void aRefusalIsShown() throws Exception {
        try (FakePmi engine = new FakePmi(
                1, (line, answer) -> line.startsWith("cmd=put") ? "cmd=put_result rc=-1 msg=no_room" : answer)) {
            assertEquals(
                    "the process manager (PMI-1) refuses: cmd=put_result rc=-1 msg=no_room",
                    failureOf(engine, LONG_NS));
        }
    }

    @Test
    void aNumberThatIsNoneIsShown() throws Exception {
        try (FakePmi engine = new FakePmi(
                1, (line, answer) -> line.startsWith("cmd=get_maxes") ? "cmd=maxes keylen_max=x" : answer)) {
            assertTrue(failureOf(engine, LONG_NS).endsWith("answers cmd=maxes with keylen_max=x, no number"));
        }
    }

    @Test
    void aBarrierToWhichNotAllComeEndsInTime() throws Exception {
        try (FakePmi engine = new FakePmi(2)) {
            assertEquals(
                    "step=step: not all of the 2 processes came to PMI's barrier within 50 ms; PMI-1 does not say which"
                            + " are missing, process 0 is there",
                    failureOf(engine, 50_000_000));
        }
    }

    @Test
    void saysWhyItHasNotStartedThisProcess() {
        assertEquals("neither PMI_FD nor PMI_PORT is set", reason(Map.of()));
        assertEquals("PMI_PORT is set, but PMI_ID is not", reason(Map.of("PMI_PORT", "a:1")));
        assertEquals("PMI_SIZE is 1", reason(Map.of("PMI_FD", "7", "PMI_SIZE", "1")));
        if (Files.isDirectory(Path.of("/proc/self/fd"))) {
            assertEquals(
                    "descriptor PMI_FD=99999 is not open: another program of the job has started this one",
                    reason(Map.of("PMI_FD", "99999", "PMI_SIZE", "2")));
        }
        assertFalse(new PmiProvider().deaths().isEmpty());
    }

    private static String reason(Map<String, String> environment) {
        return new PmiProvider(environment, new EngineProcesses()).unavailableBecause(Options.defaults());
    }

    @Test
    void anUnreachablePortIsNamed() {
        SennitException failure = assertThrows(SennitException.class, () -> PortChannel.open("127.0.0.1:1", 1000));
        assertTrue(failure.getMessage().contains("PMI_PORT=127.0.0.1:1"), failure::getMessage);
        assertThrows(SennitException.class, () -> PortChannel.open("nonsense", 1000));
    }
}
