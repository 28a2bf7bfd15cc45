package org.sennit.internal.runtime.bootstrap.root;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LaunchedSpace;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

@Deadline(seconds = 60)
class RootProviderTest {
    private static final String SECRET = "00112233445566778899aabbccddeeff";
    private static final long LONG_NS = Deadlines.ns(20);
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        threads.close();
    }

    private Options options(int process, int processes, String name) {
        return Options.defaults()
                .with(JobOptions.FILE, file().toString(), "test")
                .with(JobOptions.SECRET, SECRET, "test")
                .with(JobOptions.NAME, name, "test")
                .with(JobOptions.PROCESS, process, "test")
                .with(JobOptions.PROCESSES, processes, "test");
    }

    private Path file() {
        return folder.resolve("address");
    }

    private CompletableFuture<Bootstrap> join(Options options) {
        return CompletableFuture.supplyAsync(() -> BootstrapSelection.join(options, RuntimeContext.system()), threads);
    }

    private CompletableFuture<Bootstrap> join(int process, int processes) {
        return join(options(process, processes, ""));
    }

    private static SennitException failureOf(CompletableFuture<Bootstrap> join) {
        return (SennitException)
                assertThrows(CompletionException.class, join::join).getCause();
    }

    /** A process that is driven step by step; the server listens already. */
    private LaunchedSpace member(int process, String name) {
        return new LaunchedSpace(link(process, SECRET, name), RuntimeContext.system());
    }

    private LauncherLink link(int process, String secret, String name) {
        Options options = options(process, process + 1, name).with(JobOptions.SECRET, secret, "test");
        return LauncherLink.open(
                RootLocation.of(options),
                process,
                RootSecret.of(options),
                LauncherProtocol.spaceOf(name),
                LONG_NS,
                RuntimeContext.system());
    }

    @Test
    void processesMeetByTheFileThatProcessZeroWrites() {
        List<CompletableFuture<Bootstrap>> joins =
                IntStream.of(2, 1, 0).mapToObj(process -> join(process, 3)).toList();
        List<Bootstrap> members = joins.stream().map(CompletableFuture::join).toList();
        String id = members.getFirst().job().jobId();
        for (int i = 0; i < 3; i++) {
            Bootstrap member = members.get(i);
            assertEquals(id, member.job().jobId());
            assertEquals(2 - i, member.job().process());
            assertEquals(3, member.job().processes());
            assertEquals(3, member.job().hostProcesses());
        }
        members.stream().map(member -> threads.submit(member::close)).toList().forEach(RootProviderTest::await);
        assertFalse(Files.exists(file()));
    }

    private static void await(Future<?> end) {
        try {
            end.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void jobsOfTheSameProcessesFollowEachOtherAtTheSameFile() {
        List<CompletableFuture<Void>> programs = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            int process = p;
            programs.add(CompletableFuture.runAsync(() -> runJobs(process), threads));
        }
        programs.forEach(CompletableFuture::join);
    }

    private void runJobs(int process) {
        for (int round = 0; round < 5; round++) {
            try (Bootstrap member = BootstrapSelection.join(options(process, 3, ""), RuntimeContext.system())) {
                member.space().put("round." + process, Integer.toString(round));
                member.space().fence("rounds", LONG_NS);
                for (int p = 0; p < 3; p++) {
                    assertEquals(Integer.toString(round), member.space().get("round." + p));
                }
                member.space().fence("end", LONG_NS);
            }
        }
    }

    @Test
    void refusesAWrongSecretAndGoesOn() throws Exception {
        CompletableFuture<Bootstrap> zero = join(0, 2);
        SennitException refused = assertThrows(SennitException.class, () -> link(1, SECRET.replace('0', 'f'), ""));
        assertTrue(refused.getMessage().endsWith("refused process 1: wrong secret"), refused::getMessage);
        CompletableFuture<Bootstrap> one = join(1, 2);
        close(zero.join(), one.join());
    }

    private void close(Bootstrap... members) {
        List.of(members).stream()
                .map(member -> threads.submit(member::close))
                .toList()
                .forEach(RootProviderTest::await);
    }

    @Test
    void refusesASecondProcessOfTheSameNumber() {
        CompletableFuture<Bootstrap> zero = join(0, 2);
        CompletableFuture<Bootstrap> one = join(1, 2);
        Bootstrap[] members = {zero.join(), one.join()};
        SennitException refused = failureOf(join(1, 2));
        assertTrue(
                refused.getMessage()
                        .endsWith("refused process 1: another process 1 is in the job already: each process needs a"
                                + " number of its own"),
                refused::getMessage);
        close(members);
    }

    @Test
    void refusesAProcessOfAJobOfAnotherName() {
        CompletableFuture<Bootstrap> zero = join(options(0, 2, "a"));
        SennitException refused = assertThrows(SennitException.class, () -> link(1, SECRET, "b"));
        assertTrue(refused.getMessage().contains("a job of another name"), refused::getMessage);
        CompletableFuture<Bootstrap> one = join(options(1, 2, "a"));
        close(zero.join(), one.join());
    }

    @Test
    void everyProcessNamesTheOneThatIsMissing() {
        CompletableFuture<Bootstrap> zero = join(0, 3);
        LaunchedSpace one = member(1, "");
        SennitException late = assertThrows(SennitException.class, () -> one.fence("join", SHORT_NS));
        assertTrue(late.getMessage().contains("process 2"), late::getMessage);
        one.close(); // process 0 waits for it
        SennitException atZero = failureOf(zero);
        assertEquals(ErrorClass.BOOTSTRAP, atZero.errorClass());
        assertTrue(
                atZero.getMessage().startsWith("step=join: process 2 has not come to step join, at which process 1"),
                atZero::getMessage);
    }

    @Test
    void namesTheFileInWhichNoAddressAppears() {
        SennitException late = failureOf(join(options(1, 2, "").with(JobOptions.TIMEOUT_SECONDS, 1, "test")));
        assertEquals(
                "process 0 (its address is awaited in bootstrap.file=" + file() + ") does not answer within 1000 ms",
                late.getMessage());
    }

    @Test
    void processesThatDisagreeOnTheirNumberFail() {
        CompletableFuture<Bootstrap> zero = join(0, 2);
        CompletableFuture<Bootstrap> one = join(1, 3);
        assertTrue(failureOf(zero).getMessage().startsWith("the processes disagree on job.processes: process 1 has 3"));
        assertTrue(failureOf(one).getMessage().startsWith("the processes disagree on job.processes: process 0 has 2"));
    }

    /** What a process learns at its start. */
    private static final class News implements DeathListener {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @Override
        public void processDied(int process, String why) {
            heard.add(process + " died: " + why);
        }

        @Override
        public void endpointFailed(int process, int endpoint, String why) {
            heard.add(process + "." + endpoint + " failed: " + why);
        }

        @Override
        public void jobAborted(int process, String why) {
            heard.add(process + " aborted: " + why);
        }
    }

    @Test
    void theOthersAreToldOfAnAbortAndOfADeath() throws Exception {
        CompletableFuture<Bootstrap> zero = join(0, 2);
        LauncherLink link = link(1, SECRET, "");
        LaunchedSpace one = new LaunchedSpace(link, RuntimeContext.system());
        one.put("join.1", "j1 2 host");
        one.fence("join", LONG_NS);
        Bootstrap root = zero.join();
        News news = new News();
        root.onDeath(news);
        one.abort(7, "on purpose");
        assertEquals("1 aborted: process 1 has ended the job: on purpose", news.heard.take());
        link.close();
        assertEquals("1 died: process 1 has died: its connection to process 0 has ended", news.heard.take());
        root.close();
    }

    @Test
    void theLossOfTheServerIsTheDeathOfProcessZero() throws Exception {
        Options zero = options(0, 2, "");
        RuntimeContext context = RuntimeContext.system();
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        MeetingServer server = new MeetingServer(anyPort, "", 2, RootSecret.of(zero), context);
        try {
            Files.writeString(file(), "localhost:" + server.address().getPort());
            CompletableFuture<Bootstrap> one = join(1, 2);
            LaunchedSpace root = member(0, "");
            root.put("join.0", "j0 2 host");
            root.fence("join", LONG_NS);
            News news = new News();
            one.join().onDeath(news);
            server.close();
            assertEquals(
                    "0 died: process 0, which keeps the key-value space of the job, has died: its connection has ended",
                    news.heard.take());
            root.close();
            one.join().close();
        } finally {
            server.close();
        }
    }

    @Test
    void theSecretComesFromTheEnvironmentOrAPrivateFile() throws IOException {
        Options none = Options.defaults();
        SennitException missing = assertThrows(SennitException.class, () -> RootSecret.of(none));
        assertTrue(missing.getMessage().startsWith("no secret for the job; set bootstrap.secret.file"));

        Properties onCommandLine = new Properties();
        onCommandLine.setProperty("sennit.job.secret", SECRET);
        SennitException readable =
                assertThrows(SennitException.class, () -> RootSecret.of(Options.of(onCommandLine, Map.of())));
        assertTrue(readable.getMessage().contains("may not stand on a command line"));
        assertFalse(readable.getMessage().contains(SECRET));

        assertEquals(16, RootSecret.of(Options.of(new Properties(), Map.of("SENNIT_JOB_SECRET", SECRET))).length);

        Path secret = Files.writeString(folder.resolve("secret"), SECRET + "\n");
        Options fromFile = none.with(JobOptions.SECRET_FILE, secret.toString(), "test");
        if (Files.getFileStore(secret).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));
            SennitException shared = assertThrows(SennitException.class, () -> RootSecret.of(fromFile));
            assertTrue(shared.getMessage().startsWith("other users may read or write the secret of the job"));
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        }
        assertEquals(SECRET, new String(RootSecret.of(fromFile)));
    }

    @Test
    void malformedAddressesAreErrors() {
        for (String text : List.of("host", "host:", ":1", "host:65536", "host:-1", "host:0")) {
            Options options = Options.defaults().with(JobOptions.ADDRESS, text, "test");
            SennitException illegal = assertThrows(SennitException.class, () -> RootLocation.of(options), text);
            assertEquals(ErrorClass.ARG, illegal.errorClass());
        }
        Options six = Options.defaults().with(JobOptions.ADDRESS, "[::1]:4711", "test");
        assertEquals(4711, RootLocation.of(six).address().getPort());
        assertNull(RootLocation.of(Options.defaults()));
    }
}
