package org.sennit.internal.runtime.bootstrap.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

@Deadline(seconds = 30)
class KeyValueServerTest {

    private static final byte[] SECRET = "a secret of the job of this test".getBytes();
    private static final long LONG_NS = Deadlines.ns(20);
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    static final ServerEvents NO_EVENTS = new ServerEvents() {
        @Override
        public void aborted(int process, int status, String report) {}

        @Override
        public void uncaught(int process, String report) {}

        @Override
        public void lost(int process, int lost, String why) {}

        @Override
        public void late(int process, String why) {}
    };

    private final BlockingQueue<String> heard = new ArrayBlockingQueue<>(10);
    private KeyValueServer server;

    @BeforeEach
    void open() throws IOException {
        server = new KeyValueServer(
                new int[] {2, 3},
                SECRET,
                new ServerEvents() {
                    @Override
                    public void aborted(int process, int status, String report) {
                        heard.add(process + " aborted " + status + " " + report);
                    }

                    @Override
                    public void uncaught(int process, String report) {
                        heard.add(process + " uncaught " + report);
                    }

                    @Override
                    public void lost(int process, int lost, String why) {
                        heard.add(process + " lost " + lost + " " + why);
                    }

                    @Override
                    public void late(int process, String why) {
                        heard.add(process + " " + why);
                    }
                },
                RuntimeContext.system());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static LauncherLink link(int port, int process) {
        return LauncherLink.open(
                ServerLocation.ofLauncher(port),
                process,
                SECRET,
                LauncherProtocol.WATCH,
                LONG_NS,
                RuntimeContext.system());
    }

    private Bootstrap discover(int process, byte[] secret) {
        return discover(process, secret, "");
    }

    private Bootstrap discover(int process, byte[] secret, String name) {
        Options options = Options.defaults()
                .with(JobOptions.NAME, name, "test")
                .with(JobOptions.ID, "job", "test")
                .with(JobOptions.PROCESS, process, "test")
                .with(JobOptions.PROCESSES, 2, "test")
                .with(JobOptions.HOST_PROCESSES, 2, "test")
                .with(JobOptions.SERVER_PORT, server.port(), "test")
                .with(JobOptions.SECRET, HexFormat.of().formatHex(secret), "test");
        return BootstrapSelection.join(options, RuntimeContext.system());
    }

    private Bootstrap discover(int process) {
        return discover(process, SECRET);
    }

    @Test
    void showsWhatOthersHavePutAfterTheFence() throws Exception {
        try (Bootstrap zero = discover(0);
                Bootstrap one = discover(1)) {
            assertEquals("job.0", zero.job().jobId());
            zero.space().put("zero", "a b\n%");
            one.space().put("one", "");
            CompletableFuture<Void> fence =
                    CompletableFuture.runAsync(() -> one.space().fence("addresses", LONG_NS));
            zero.space().fence("addresses", LONG_NS);
            fence.get();
            assertEquals("", zero.space().get("one"));
            assertEquals("a b\n%", one.space().get("zero"));
            SennitException absent =
                    assertThrows(SennitException.class, () -> one.space().get("two"));
            assertEquals("no process has put key=two", absent.getMessage());
        }
    }

    @Test
    void jobsOfANameMeetInWhateverOrderTheyBegin() {
        try (Bootstrap a0 = discover(0, SECRET, "a b");
                Bootstrap b0 = discover(0, SECRET, "b%");
                Bootstrap b1 = discover(1, SECRET, "b%");
                Bootstrap a1 = discover(1, SECRET, "a b")) {
            assertEquals(a0.job().jobId(), a1.job().jobId());
            assertEquals(b0.job().jobId(), b1.job().jobId());
            assertFalse(a0.job().jobId().equals(b0.job().jobId()));
        }
    }

    @Test
    void refusesAJobOfAProcessThatIsInOneOfTheSameName() throws Exception {
        try (Bootstrap first = discover(0, SECRET, "a");
                Bootstrap other = discover(1, SECRET, "a")) {
            SennitException refused = assertThrows(SennitException.class, () -> discover(0, SECRET, "a"));
            assertEquals(ErrorClass.BOOTSTRAP, refused.errorClass());
            assertTrue(refused.getMessage().contains("it is in a job of the name a already"), refused.getMessage());
            assertTrue(heard.take().startsWith("0 aborted 1 process 0 may not begin a job"));
            assertEquals(first.job().jobId(), other.job().jobId());
        }
    }

    @Test
    void jobsOfANameFollowEachOtherWithoutAPause() {
        for (int i = 0; i < 100; i++) {
            try (Bootstrap zero = discover(0)) {
                assertEquals("job." + i, zero.job().jobId());
            }
        }
    }

    @Test
    void refusesANameThatIsTooLong() {
        SennitException error = assertThrows(SennitException.class, () -> discover(0, SECRET, "x".repeat(101)));
        assertEquals(ErrorClass.ARG, error.errorClass());
    }

    @Test
    void namesWhoIsMissingAtTheDeadline() {
        try (Bootstrap zero = discover(0)) {
            SennitException late =
                    assertThrows(SennitException.class, () -> zero.space().fence("addresses", SHORT_NS));
            assertEquals(ErrorClass.BOOTSTRAP, late.errorClass());
            assertEquals(
                    "step=addresses: not all processes came within 0.1 s; missing: process 1 (ranks 2-4) of 2"
                            + " processes",
                    late.getMessage());
            assertEquals(
                    "1 has not come to step addresses, at which process 0 (ranks 0-1) has waited for 0.1 s",
                    heard.poll());
        }
    }

    @Test
    void aFenceOfSurvivorsDoesNotWaitForTheDead() throws Exception {
        try (Bootstrap zero = discover(0)) {
            CompletableFuture<Void> fence =
                    CompletableFuture.runAsync(() -> zero.space().fenceOfSurvivors("end", LONG_NS));
            server.processEnded(1, 0);
            fence.get();
        }
    }

    @Test
    void tellsOfDeathsAlsoThoseThatCameBeforeAnybodyListened() throws Exception {
        BlockingQueue<String> news = new LinkedBlockingQueue<>();
        DeathListener listener = new DeathListener() {
            @Override
            public void processDied(int process, String why) {
                news.add(process + " died: " + why);
            }

            @Override
            public void endpointFailed(int process, int endpoint, String why) {
                news.add(process + "." + endpoint + " failed: " + why);
            }
        };
        try (Bootstrap zero = discover(0)) {
            zero.space().put("a", "b"); // and so the server knows the connection
            server.tellDied(1, "killed by signal 9");
            zero.space().put("a", "c"); // and so the news is here
            zero.onDeath(listener);
            assertEquals("1 died: killed by signal 9", news.take());
            zero.reportEndpointFailed(2, "heard by another way", List.of(1, 0));
            zero.reportEndpointFailed(3, "as planned", List.of(1));
            zero.reportEndpointFailed(4, "nobody knows", List.of());
            assertEquals("0.3 failed: process 0 (ranks 0-1): as planned", news.take());
            assertEquals("0.4 failed: process 0 (ranks 0-1): nobody knows", news.take());
            zero.reportLost(1, "silent");
            zero.space().put("a", "d");
            assertTrue(heard.contains("0 lost 1 silent"), heard::toString);
        }
    }

    @Test
    void endsAFenceWhenAProcessHasEndedBeforeIt() throws Exception {
        try (Bootstrap zero = discover(0)) {
            CompletableFuture<String> failure = CompletableFuture.supplyAsync(() -> assertThrows(
                            SennitException.class, () -> zero.space().fence("addresses", LONG_NS))
                    .getMessage());
            server.processEnded(1, 0);
            assertEquals("step=addresses: process 1 (ranks 2-4) has ended before this step", failure.get());
        }
    }

    @Test
    void endsAFenceWhenAProcessHasLeftTheJobBeforeIt() {
        try (Bootstrap zero = discover(0)) {
            discover(1).close();
            SennitException failure =
                    assertThrows(SennitException.class, () -> zero.space().fence("addresses", LONG_NS));
            assertEquals(
                    "step=addresses: process 1 (ranks 2-4) has left the job before this step", failure.getMessage());
        }
    }

    @Test
    void saysWhenProcessesAreAtDifferentSteps() throws Exception {
        try (Bootstrap zero = discover(0);
                Bootstrap one = discover(1)) {
            assertThrows(SennitException.class, () -> zero.space().fence("one step", SHORT_NS));
            SennitException wrong =
                    assertThrows(SennitException.class, () -> one.space().fence("other", LONG_NS));
            assertEquals(
                    "step=other: process 1 (ranks 2-4) is at step other where others are at step one step",
                    wrong.getMessage());
        }
    }

    @Test
    void refusesAWrongSecret() {
        SennitException refused = assertThrows(SennitException.class, () -> discover(1, new byte[32]));
        assertEquals(ErrorClass.BOOTSTRAP, refused.errorClass());
        assertEquals(
                "the launcher at loopback port " + server.port() + " refused process 1: wrong secret",
                refused.getMessage());
        assertFalse(server.isInsideJob(1));
    }

    @Test
    void refusesAProcessThatTheJobHasNot() {
        SennitException refused = assertThrows(SennitException.class, () -> link(server.port(), 2));
        assertTrue(refused.getMessage().endsWith("the job has 2 processes"), refused.getMessage());
    }

    @Test
    void hearsNothingFromWhoDoesNotProveTheSecret() throws Exception {
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            InputStream in = stranger.getInputStream();
            assertEquals(LauncherProtocol.NAME, LauncherProtocol.read(in, 512)[0]);
            stranger.getOutputStream().write(LauncherProtocol.line("ABORT", "1", "I am a stranger"));
            assertEquals(-1, in.read());
        }
        assertTrue(heard.isEmpty());
    }

    private List<Socket> connect(int strangers) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < strangers; i++) {
            sockets.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }
        return sockets;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void idleStrangersAreBoundedInNumber() throws Exception {
        List<Socket> strangers = connect(200);
        discover(1).close(); // behind them in the queue, so that all have been accepted
        List<Socket> left = new ArrayList<>(strangers);
        while (left.size() > 100) { // until the deadline of this test
            for (Socket stranger : List.copyOf(left)) {
                if (isClosedByServer(stranger)) {
                    left.remove(stranger);
                }
            }
        }
        closeAll(strangers);
    }

    private static boolean isClosedByServer(Socket stranger) throws IOException {
        stranger.setSoTimeout(1);
        try {
            while (stranger.getInputStream().read() >= 0) {
                // The launcher's greeting.
            }
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void aStrangerGainsNoTimeByTrickling() throws Exception {
        server.close();
        server = new KeyValueServer(
                new int[] {1, 1},
                SECRET,
                NO_EVENTS,
                RuntimeContext.system(),
                new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                50_000_000,
                null);
        try (Socket stranger = connect(1).getFirst()) {
            long start = System.nanoTime();
            while (true) { // far fewer bytes than a greeting may have
                stranger.getOutputStream().write('x');
                stranger.setSoTimeout(20);
                try {
                    while (stranger.getInputStream().read() >= 0) {}
                    return;
                } catch (SocketTimeoutException stillOpen) {
                    assertTrue(System.nanoTime() - start < LONG_NS / 4, "still open");
                }
            }
        } catch (SocketException reset) {
            // Closed, as it should be.
        }
    }

    @Test
    void acceptsAgainAfterEveryError() throws Exception {
        server.close();
        AtomicInteger failures = new AtomicInteger();
        ServerSocket failing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress()) {
            @Override
            public Socket accept() throws IOException {
                switch (failures.getAndIncrement()) {
                    case 0 -> throw new SocketException("Too many open files");
                    case 1 -> throw new OutOfMemoryError("unable to create native thread");
                    case 2 -> throw new IllegalStateException("anything");
                    default -> {
                        return super.accept();
                    }
                }
            }
        };
        server = new KeyValueServer(
                new int[] {1, 1}, SECRET, NO_EVENTS, RuntimeContext.system(), failing, LONG_NS, null);
        discover(1).close();
        assertTrue(failures.get() > 3);
    }

    @Test
    void aProcessTriesAgainWhenItsConnectionIsClosedToMakeRoom() throws Exception {
        try (ServerSocket gate = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            CompletableFuture<LauncherLink> link = CompletableFuture.supplyAsync(() -> link(gate.getLocalPort(), 0));
            gate.accept().close();
            gate.accept().close();
            try (Socket process = gate.accept();
                    Socket real = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                Thread.ofVirtual().start(() -> pass(process, real));
                Thread.ofVirtual().start(() -> pass(real, process));
                link.get().close();
            }
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Test
    void knowsWhoIsInsideAJob() {
        Bootstrap one = discover(1);
        assertTrue(server.isInsideJob(1));
        assertFalse(server.isInsideJob(0));
        one.close();
        server.processEnded(1, LONG_NS);
        assertFalse(server.isInsideJob(1));
    }

    @Test
    void givesEveryRunOfAJobASpaceOfItsOwn() {
        try (Bootstrap first = discover(1)) {
            first.space().put("key", "first");
        }
        try (Bootstrap second = discover(1)) {
            assertEquals("job.1", second.job().jobId());
            assertThrows(SennitException.class, () -> second.space().get("key"));
        }
    }

    @Test
    void passesReportsOn() throws Exception {
        try (Bootstrap one = discover(1);
                LauncherLink watch = link(server.port(), 0)) {
            one.space().abort(0, "two\nlines");
            assertEquals("1 aborted 1 two\nlines", heard.poll(), "it is taken before what this process tells later");
            watch.send("UNCAUGHT", "exception");
            assertEquals("0 uncaught exception", heard.take());
            assertEquals("TAKEN", watch.receive()[0]);
        }
    }

    @Test
    void tellsProcessesThatTheLauncherIsGone() throws Exception {
        try (Bootstrap zero = discover(0)) {
            CountDownLatch lost = new CountDownLatch(1);
            zero.onLauncherLost(lost::countDown);
            server.close();
            lost.await();
            SennitException gone =
                    assertThrows(SennitException.class, () -> zero.space().fence("step", LONG_NS));
            assertEquals("the launcher is gone", gone.getMessage());
        }
    }

    @Test
    void namesRanksWhenTheCountsAreKnown() {
        assertEquals("process 0 (ranks 0-1)", server.nameOf(0));
        assertEquals("process 1 (ranks 2-4)", server.nameOf(1));
        try (Bootstrap zero = discover(0)) {
            zero.announceEndpoints(1);
            zero.space().put("after", "the announcement");
            assertEquals("process 0 (rank 0)", server.nameOf(0));
            assertEquals("process 1 (ranks 1-3)", server.nameOf(1));
        }
    }
}
